/** A history of so much that reading it would hold up what passes: it is passed on, and not recorded. */
import { setImmediate as breath } from 'node:timers/promises'
import type { JsonObject } from '../../../domain/model.ts'
import { asList } from '../../../formats/reading/values.ts'

/** So many messages, and values in all of a request, are read at once in some 50 ms. */
export const mostMessages = 5_000
export const mostValues = 250_000
/** Between two breaths of the process so many bytes are scanned. */
const portion = 256 * 1024

/** More than is read of one request. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Refuses a JSON text of more values than are read at once: they are counted before it is read, with breaths. */
export async function refuseManyValues(text: string): Promise<void> {
  let [values, isInText, next] = [0, false, portion]
  for (let at = 0; at < text.length; at++) {
    if (at >= next) {
      next = at + portion
      await breath()
    }
    const code = text.charCodeAt(at)
    if (code === quote) isInText = !isInText
    else if (isInText) at += code === backslash ? 1 : 0
    else if (code === comma || code === bracket || code === brace) values++
    if (values > mostValues) throw new TooLong(`The request has more than ${mostValues} values.`)
  }
}
const [quote, backslash, comma, bracket, brace] = ['"', '\\', ',', '[', '{'].map((one) => one.charCodeAt(0))

/** Refuses a history of more messages than are read at once. */
export function refuseManyMessages({ messages, input }: JsonObject): void {
  if (Math.max(asList(messages).length, asList(input).length) > mostMessages)
    throw new TooLong(`The history has more than ${mostMessages} messages.`)
}
