import { setImmediate as breath } from 'node:timers/promises'
import type { Json, JsonObject } from '../../../domain/model.ts'
import { asObject } from '../../../formats/reading/values.ts'

/** So many lines are read between two breaths of the process: a long stream holds up nothing. */
const portion = 2_000

/** Returns the data of server-sent events that are JSON objects; an event that was cut off is none. */
export async function eventsOf(text: string): Promise<JsonObject[]> {
  const events: JsonObject[] = []
  let data: string[] = []
  const end = () => {
    const value = data.length === 0 ? null : objectIn(data.join('\n'))
    if (value) events.push(value)
    data = []
  }
  let count = 0
  for (const line of linesIn(text)) {
    if (++count % portion === 0) await breath()
    if (line === '') end()
    else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
  }
  // A stream whose last event lacks the empty line behind it is whole all the same.
  end()
  return events
}

function* linesIn(text: string): Generator<string> {
  let at = 0
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(at, end.index)
    at = end.index + end[0].length
  }
  yield text.slice(at)
}

/** Returns what a JSON text holds; null where it is no object. */
export function objectIn(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text) as Json)
  } catch {
    return null
  }
}
