import { setImmediate as breath } from 'node:timers/promises'
import { jsonIn } from '../../../formats/reading/lines/jsonIn.ts'
import type { JsonObject } from '../../../domain/model.ts'
import { refuseManyValues, TooLong } from '../record/tooLong.ts'
import { asObject } from '../../../formats/reading/values.ts'

/** So many lines are read between two breaths of the process: a long stream holds up nothing. */
const portion = 2_000

/** So many events are put together at once: an answer has one for each of its words, and a model ends long before. */
export const mostEvents = 150_000
/** A longer event is scanned before it is read. */
const longEvent = 64 * 1024

/** Returns the data of server-sent events that are JSON objects; an event that was cut off is none. Refuses more than are read at once. */
export async function eventsOf(text: string): Promise<JsonObject[]> {
  const events: JsonObject[] = []
  let data: string[] = []
  const end = async () => {
    const json = data.join('\n')
    data = []
    if (json.length > longEvent) await refuseManyValues(json)
    const value = json === '' ? null : objectIn(json)
    if (value && events.push(value) > mostEvents) throw new TooLong(`The answer has more than ${mostEvents} events.`)
  }
  let count = 0
  for (const line of linesIn(text)) {
    if (++count % portion === 0) await breath()
    if (line === '') await end()
    else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
  }
  // A stream whose last event lacks the empty line behind it is whole all the same.
  await end()
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
  return asObject(jsonIn(text))
}
