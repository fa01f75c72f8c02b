import { wireAt } from '../wires/index.ts'
import type { Wire } from '../wires/wire.ts'

/** Where requests are passed on to; null: requests for that API are refused. */
export interface Upstreams {
  /** With its version, as `https://api.openai.com/v1`. */
  readonly openAi: string | null
  /** Without it, as `https://api.anthropic.com`. */
  readonly anthropic: string | null
}

/** Where a request goes, and what reads it where it is recorded. */
export interface UpstreamTarget {
  readonly url: URL
  /** The path and the query as they are sent. */
  readonly path: string
  readonly wire: Wire | null
}

/** Why a request goes nowhere. */
export interface NoTarget {
  readonly refusal: string
  /** The variable that would let it pass; null: none would. */
  readonly variable: string | null
}

const version = '/v1'

/**
 * Returns where a request goes: by its path, and where both providers have it, by whose headers it has. The operator alone chooses
 * the host; a request that names one, or that leads out of the upstream's path, is refused.
 */
export function targetOf(upstreams: Upstreams, path: string, isAnthropic: boolean): UpstreamTarget | NoTarget {
  const [pathname = '', ...query] = path.split('?')
  if (!isPlain(pathname))
    return { refusal: 'The path must begin with /v1/ and have no "." or ".." in it.', variable: null }
  const rest = pathname.startsWith(`${version}/`) ? pathname.slice(version.length) : null
  // An upstream reads the letters that are encoded, so what a request asks for is told by them; it is sent as it came.
  const decodedRest = rest === null ? null : decodeURIComponent(rest)
  const isMessages = decodedRest === null || /^\/messages(?:\/|$)/.test(decodedRest)
  const isOpenAi = decodedRest !== null && /^\/(?:responses|chat|completions|embeddings)(?:\/|$)/.test(decodedRest)
  const { openAi, anthropic } = upstreams
  const wantsAnthropic = isMessages || (!isOpenAi && (isAnthropic ? anthropic !== null : openAi === null))
  const base = wantsAnthropic ? anthropic : openAi
  if (base === null) {
    const variable = wantsAnthropic ? 'PROXY_ANTHROPIC_UPSTREAM' : 'PROXY_OPENAI_UPSTREAM'
    return { refusal: `Nothing is served at ${pathname.slice(0, 200)}: ${variable} is not set.`, variable }
  }
  const url = new URL(base)
  const begin = url.pathname.replace(/\/+$/, '')
  const sent = wantsAnthropic ? `${begin.replace(/\/v1$/, '')}${pathname}` : `${begin}${rest}`
  return { url, path: [sent, ...query].join('?'), wire: decodedRest === null ? null : wireAt(decodedRest) }
}

function isPlain(pathname: string): boolean {
  if (!pathname.startsWith('/') || pathname.startsWith('//') || pathname.includes('#') || !isEncodedWell(pathname))
    return false
  return pathname.split(/[/\\]|%2f|%5c/i).every((part) => !/^(?:\.|%2e){1,2}$/i.test(part))
}

function isEncodedWell(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
