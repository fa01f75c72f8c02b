import type { JsonObject } from '../../domain/model.ts'
import { goJson } from '../../formats/neo/goJson.ts'

/** Where a member of a JSON object stands in its text: from the quote of its name, or its value alone. */
interface MemberPlace {
  readonly name: string
  readonly valueFrom: number
  readonly valueTo: number
}

/**
 * Returns the text of a thread's JSON file with more turns behind its own, and with the title and the time of a newer one; its other
 * members, and its turns, stand as they stood, to the byte.
 */
export function withTurns(text: string, newer: string, turns: readonly JsonObject[]): string {
  const now = JSON.parse(newer) as JsonObject
  const before = JSON.parse(text.replace(/^\ufeff/, '')) as JsonObject
  const isTitled = now['title'] !== undefined && now['title'] !== before['title']
  if (turns.length === 0 && !isTitled) return text
  let result = text
  const set = (name: string, value: (was: string) => string) => {
    const place = membersIn(result).find((one) => one.name === name)
    if (place)
      result =
        result.slice(0, place.valueFrom) +
        value(result.slice(place.valueFrom, place.valueTo)) +
        result.slice(place.valueTo)
    return place !== undefined
  }
  if (turns.length > 0) {
    set('turns', (was) => {
      const own = was.slice(1, was.lastIndexOf(']')).trimEnd()
      return `[${[...(own.trim() === '' ? [] : [own]), ...turns.map(goJson)].join(',')}]`
    })
    set('updated', (was) => (now['updated'] === undefined ? was : goJson(now['updated'])))
  }
  const title = now['title']
  if (isTitled && title !== undefined && !set('title', () => goJson(title))) {
    const turnsAt = membersIn(result).find(({ name }) => name === 'turns')
    const at = turnsAt === undefined ? -1 : result.lastIndexOf('"turns"', turnsAt.valueFrom)
    if (at >= 0) result = `${result.slice(0, at)}"title":${goJson(title)},${result.slice(at)}`
  }
  return result
}

/** Returns where the members of an object stand, in the order of its text, which is JSON. */
function membersIn(text: string): MemberPlace[] {
  const members: MemberPlace[] = []
  let at = text.indexOf('{') + 1
  for (;;) {
    const from = text.indexOf('"', at)
    if (from < 0) return members
    const nameTo = endOfString(text, from)
    const valueFrom = skipBlanks(text, text.indexOf(':', nameTo) + 1)
    const valueTo = endOfValue(text, valueFrom)
    members.push({ name: JSON.parse(text.slice(from, nameTo)) as string, valueFrom, valueTo })
    at = skipBlanks(text, valueTo)
    if (text[at] !== ',') return members
    at++
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (/\s/.test(text.charAt(at))) at++
  return at
}

/** Where the string ends that begins at a quote: behind its last one. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++)
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  return text.length
}

function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '"') at = endOfString(text, at) - 1
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      if (--depth < 0) return trimmedEnd(text, at)
      if (depth === 0) return at + 1
    } else if (depth === 0 && sign === ',') return trimmedEnd(text, at)
  }
  return text.length
}

function trimmedEnd(text: string, to: number): number {
  let at = to
  while (/\s/.test(text.charAt(at - 1))) at--
  return at
}
