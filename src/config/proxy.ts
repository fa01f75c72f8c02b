import { z } from 'zod'
import { isWebAddress } from './rules.ts'

/** Where requests for models are passed on to, and which of them are recorded. */
export interface ProxyConfig {
  /** With its version, as `https://api.openai.com/v1`; null: none. */
  readonly openAi: string | null
  /** Without it, as `https://api.anthropic.com`; null: none. */
  readonly anthropic: string | null
  readonly record: 'all' | 'off' | 'sessions'
}

/** Where the two providers themselves are asked. */
export const providers = { openAi: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com' } as const

const isUpstream = (text: string) => isWebAddress(text) && !/[?#]/.test(text)
const address = (example: string) => `an address like ${example}, without a user, a query or a fragment in it`

/** Each variable of the proxy with what it may be, and how that is said. */
export const proxyVariables = {
  PROXY_OPENAI_UPSTREAM: [z.string().refine(isUpstream).optional(), address(providers.openAi)],
  PROXY_ANTHROPIC_UPSTREAM: [z.string().refine(isUpstream).optional(), address(providers.anthropic)],
  PROXY_RECORD: [z.enum(['all', 'off', 'sessions']).default('all'), '"all", "off" or "sessions"'],
} as const

type Environment = { readonly [N in keyof typeof proxyVariables]: z.infer<(typeof proxyVariables)[N][0]> }

/** Returns the proxy that an environment asks for; null where no upstream is named. */
export function proxyOf(env: Environment): ProxyConfig | null {
  const [openAi, anthropic] = [env.PROXY_OPENAI_UPSTREAM ?? null, env.PROXY_ANTHROPIC_UPSTREAM ?? null]
  return openAi === null && anthropic === null ? null : { openAi, anthropic, record: env.PROXY_RECORD }
}
