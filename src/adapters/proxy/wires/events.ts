import type { Json, JsonObject } from '../../../domain/model.ts'
import { asObject } from '../../../formats/reading/values.ts'

/** Returns the data of server-sent events that are JSON objects; an event that was cut off is none. */
export function eventsOf(text: string): JsonObject[] {
  const events: JsonObject[] = []
  let data: string[] = []
  const end = () => {
    const value = data.length === 0 ? null : objectIn(data.join('\n'))
    if (value) events.push(value)
    data = []
  }
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') end()
    else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
  }
  // A stream whose last event lacks the empty line behind it is whole all the same.
  end()
  return events
}

/** Returns what a JSON text holds; null where it is no object. */
export function objectIn(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text) as Json)
  } catch {
    return null
  }
}
