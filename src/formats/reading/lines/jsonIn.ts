import type { Json } from '../../../domain/model.ts'
import type { Findings } from '../../findings.ts'
import { endOfText } from './closedPrefix.ts'

/** Is told of a number that is too large. */
export type TellLarge = (number: string) => void

/** What may be a number that is too large; a text may look like one, too. */
const mayBeLarge = /(?:^|[:,[\s])-?(?:\d{200}|\d+(?:\.\d+)?[eE]\+?\d{3})/
const numbers = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Returns the value of a JSON text; undefined where it is none. A number that is too large for one, such as 1e400, is kept as
 * its text: it would become Infinity, which is stored as null.
 */
export function jsonIn(text: string, tell?: TellLarge): Json | undefined {
  const value = parsed(text)
  if (value === undefined || !mayBeLarge.test(text)) return value
  let large = null as string | null
  const kept = (number: string): string => {
    if (Number.isFinite(Number(number))) return number
    large ??= number
    return JSON.stringify(number)
  }
  const parts = partsOf(text).map((part) => (part.startsWith('"') ? part : part.replace(numbers, kept)))
  if (large === null) return value
  tell?.(large)
  return parsed(parts.join(''))
}

/** Returns what reports such a number of a line. */
export function tellLarge(line: number, findings: Findings | null): TellLarge {
  return (number) => {
    const shown = number.length > 40 ? `${number.slice(0, 40)}…` : number
    findings?.add(line, 'NUMBER_TOO_LARGE', `Numbers that are too large, such as ${shown}, are kept as texts.`)
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The texts of a value, and what stands between them. */
function partsOf(json: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < json.length;) {
    const end = json[at] === '"' ? endOfText(json, at) + 1 : json.indexOf('"', at)
    const to = end === -1 ? json.length : end
    parts.push(json.slice(at, to))
    at = to
  }
  return parts
}
