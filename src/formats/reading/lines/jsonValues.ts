import type { Json } from '../../../domain/model.ts'
import { endOfText } from './closedPrefix.ts'
import { jsonIn, type TellLarge } from './jsonIn.ts'

/** What a line of text holds, as JSON. */
export interface JsonValues {
  readonly values: readonly Json[]
  /** What could not be read as JSON; null when all could. */
  readonly rest: string | null
}

/**
 * Returns the JSON values of a line. Two values without the newline between them (a known fault of real files) are
 * both found, as is a whole value behind one that was cut off.
 */
export function jsonValues(text: string, tell?: TellLarge): JsonValues {
  const whole = parsed(text, tell)
  if (whole !== undefined) return { values: [whole], rest: null }
  const values: Json[] = []
  let from = 0
  while (from < text.length) {
    const end = endOfValue(text, from)
    const value = end === null ? undefined : parsed(text.slice(from, end), tell)
    if (value === undefined || end === null) break
    values.push(value)
    from = end
  }
  const rest = text.slice(from)
  if (rest.trim() === '') return { values, rest: null }
  const tail = wholeTail(rest, tell)
  return tail ? { values: [...values, tail.value], rest: rest.slice(0, tail.at) } : { values, rest }
}

/** A value begins and ends with one of these, blanks aside: to see that it does not costs less than to parse and catch. */
const [beginning, ending] = [/["[{\-\dtfn]/, /["\]}\del]/]

/** Says whether a text begins and ends as a value does. */
function mayBeValue(text: string): boolean {
  let [first, last] = [0, text.length - 1]
  while (first < last && isBlank(text, first)) first++
  while (last > first && isBlank(text, last)) last--
  return beginning.test(text.charAt(first)) && ending.test(text.charAt(last))
}

const isBlank = (text: string, at: number) => ' \t\n\r'.includes(text.charAt(at))

function parsed(text: string, tell: TellLarge | undefined): Json | undefined {
  return mayBeValue(text) ? jsonIn(text, tell) : undefined
}

/** Where the object that begins at `from` (after blanks) ends; null when it does not. */
function endOfValue(text: string, from: number): number | null {
  let depth = 0
  for (let at = text.indexOf('{', from); at >= 0 && at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      at = endOfText(text, at)
      if (at < 0) return null
    } else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}

const beginnings = /\{"(?:type|parentUuid|uuid|sessionId|summary|timestamp|isSidechain)"/g

/** The whole object with which a text ends though its beginning was cut off. */
function wholeTail(text: string, tell: TellLarge | undefined): { at: number; value: Json } | null {
  for (const { index } of [...text.matchAll(beginnings)].slice(0, 32)) {
    const value = parsed(text.slice(index), tell)
    if (value !== undefined) return { at: index, value }
  }
  return null
}
