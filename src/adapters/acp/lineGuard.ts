/** The longest line that is read: a message of the protocol, attachments in it. */
export const longestLine = 32 * 1024 * 1024

/**
 * Drops lines that are too long, and reports each: the SDK would end the connection. A dropped line is never held
 * in memory.
 */
export function lineGuard(longest: number, tell: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  const end = (): void => {
    held = []
    bytes = 0
  }
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      let rest = chunk
      for (let at = rest.indexOf(newline); rest.length > 0; at = rest.indexOf(newline)) {
        const piece = at < 0 ? rest : rest.subarray(0, at + 1)
        rest = rest.subarray(piece.length)
        bytes += piece.length
        if (bytes <= longest) held.push(piece)
        else held = []
        if (at < 0) continue
        if (bytes > longest) tell(bytes)
        for (const each of held) controller.enqueue(each)
        end()
      }
    },
    flush(controller) {
      if (bytes > longest) tell(bytes)
      for (const each of held) controller.enqueue(each)
    },
  })
}

const newline = 0x0a
