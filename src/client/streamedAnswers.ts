import { withTimeout } from '../runtime/withTimeout.ts'
import type { Answer } from './answer.ts'

/** A server shows every 12 seconds that it lives; a connection that is still for as long as this is lost. */
const silenceMs = 40_000

/**
 * Yields the answers of one stream of server-sent events until it says that it is complete. `lost` throws that the
 * connection was lost: also where the stream ends without that word, or nothing comes for long.
 */
export async function* streamedAnswers(
  body: ReadableStream<Uint8Array>,
  lost: (reason: unknown) => never,
): AsyncGenerator<Answer> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read()).catch(lost)
      if (done) lost(new Error('the stream ended'))
      text += decoder.decode(value, { stream: true })
      const events = text.split(/\r?\n\r?\n/)
      text = events.pop() ?? ''
      for (const event of events) {
        const { name, data } = eventOf(event)
        if (name === 'complete') return
        if (name === 'next') yield JSON.parse(data) as Answer
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** What an event is called and brings; comments are signs of life. */
function eventOf(text: string): { readonly name: string; readonly data: string } {
  const lines = text.split(/\r?\n/)
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  return { name: valuesOf('event').at(-1) ?? '', data: valuesOf('data').join('\n') }
}

function beforeSilence<T>(read: Promise<T>): Promise<T> {
  return withTimeout(read, silenceMs, () => new Error(`nothing came for ${silenceMs} ms`))
}
