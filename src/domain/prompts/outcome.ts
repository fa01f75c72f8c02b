import type { Block, Json, JsonObject } from '../model.ts'

/** What a result says of its call. A person who declined a call makes no failure of it. */
export type Outcome = 'DONE' | 'FAILED' | 'DECLINED'

type Result = Extract<Block, { type: 'toolResult' }>

/** Programs say in their own words that a person declined a call. */
const declines = [
  /^The user doesn't want to (?:proceed with this tool use|take this action)/,
  /^\[Request interrupted by user(?: for tool use)?\]/,
  /^(?:exec command|patch|command|tool call) (?:was )?(?:rejected|denied|declined) by (?:the )?user/i,
  /^(?:The )?user (?:has )?(?:rejected|declined|denied|refused|cancelled|canceled)\b/i,
  /^\[Operation Cancelled\]/,
  /^(?:\[?Error\]?:?\s*)?User did not (?:allow|approve)\b/i,
  /^Operation (?:aborted|cancelled|canceled|declined|rejected) by (?:the )?user/i,
]

/** How much of a result is looked at for what it says of its call. */
const lookedAt = 2000

/** Returns what a result says of its call. */
export function outcomeOf({ content, isError }: Result): Outcome {
  const begins = resultText(content, lookedAt).trimStart()
  if (declines.some((decline) => decline.test(begins))) return 'DECLINED'
  return isError ? 'FAILED' : 'DONE'
}

/** Returns a result as text, so much of it at most: its text parts, else what it is as JSON. */
export function resultText(content: Json, most = Number.MAX_SAFE_INTEGER): string {
  if (typeof content === 'string') return content.slice(0, most)
  if (content === null) return ''
  if (Array.isArray(content)) return partsText(content as readonly Json[], most)
  const output = isObject(content) ? (content['output'] ?? content['text']) : null
  return typeof output === 'string' ? output.slice(0, most) : JSON.stringify(content).slice(0, most)
}

function partsText(parts: readonly Json[], most: number): string {
  const texts: string[] = []
  let length = 0
  for (const part of parts) {
    if (length > most) break
    const text = isObject(part) ? part['text'] : part
    const displayText = typeof text === 'string' ? text : isObject(part) ? `[${namedType(part)}]` : JSON.stringify(part)
    texts.push(displayText)
    length += displayText.length + 1
  }
  return texts.join('\n').slice(0, most)
}

const namedType = (part: JsonObject) => (typeof part['type'] === 'string' ? part['type'] : 'data')

/** Returns the exit code that a result names; null where it names none. */
export function exitCodeOf(content: Json): number | null {
  const object = isObject(content) ? content : objectIn(content)
  const metadata = object && isObject(object['metadata'] ?? null) ? (object['metadata'] as JsonObject) : null
  for (const result of [object, metadata])
    for (const name of ['exit_code', 'exitCode', 'returncode']) {
      const code = result?.[name]
      if (typeof code === 'number' && Number.isInteger(code)) return code
    }
  const match = /^(?:Process exited with code|Exit code:?|Command exited with code) (-?\d{1,9})\b/im.exec(
    resultText(content, lookedAt),
  )
  return match ? Number(match[1]) : null
}

function objectIn(content: Json): JsonObject | null {
  if (typeof content !== 'string' || !content.startsWith('{') || content.length > 1_000_000) return null
  try {
    const result = JSON.parse(content) as Json
    return isObject(result) ? result : null
  } catch {
    return null
  }
}

/** Says whether a value is an object with names. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
