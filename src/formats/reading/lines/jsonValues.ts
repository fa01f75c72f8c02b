import type { Json } from '../../../domain/model.ts'

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
export function jsonValues(text: string): JsonValues {
  const whole = parsed(text)
  if (whole !== undefined) return { values: [whole], rest: null }
  const values: Json[] = []
  let from = 0
  while (from < text.length) {
    const end = endOfValue(text, from)
    const value = end === null ? undefined : parsed(text.slice(from, end))
    if (value === undefined || end === null) break
    values.push(value)
    from = end
  }
  const rest = text.slice(from)
  if (rest.trim() === '') return { values, rest: null }
  const tail = wholeTail(rest)
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

function parsed(text: string): Json | undefined {
  if (!mayBeValue(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Where the object that begins at `from` (after blanks) ends; null when it does not. */
function endOfValue(text: string, from: number): number | null {
  let depth = 0
  for (let at = text.indexOf('{', from); at >= 0 && at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      at = endOfString(text, at)
      if (at < 0) return null
    } else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return null
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

const beginnings = /\{"(?:type|parentUuid|uuid|sessionId|summary|timestamp|isSidechain)"/g

/** The whole object with which a text ends though its beginning was cut off. */
function wholeTail(text: string): { at: number; value: Json } | null {
  for (const { index } of [...text.matchAll(beginnings)].slice(0, 32)) {
    const value = parsed(text.slice(index))
    if (value !== undefined) return { at: index, value }
  }
  return null
}
