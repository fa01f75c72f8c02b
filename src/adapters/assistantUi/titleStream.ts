/** Returns a text in the form in which assistant-ui reads the stream of an answer. */
export function titleStream(title: string): ReadableStream<object> {
  return new ReadableStream({
    start(controller) {
      const part = [
        { type: 'part-start', path: [], part: { type: 'text' } },
        { type: 'text-delta', path: [0], textDelta: title },
        { type: 'part-finish', path: [0] },
      ]
      if (title !== '') for (const chunk of part) controller.enqueue(chunk)
      controller.close()
    },
  })
}
