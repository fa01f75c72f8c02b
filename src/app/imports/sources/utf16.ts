/** Text in UTF-16 with a mark of its byte order, as programs on Windows write it. */

/** Says whether a file with these first four bytes is text in UTF-16; UTF-32 has such a mark with two zeros behind it. */
export function isUtf16(first: Uint8Array): boolean {
  const [a, b, c, d] = first
  if (a === 0xfe && b === 0xff) return true
  return a === 0xff && b === 0xfe && !(c === 0 && d === 0)
}

/** Yields such a text in UTF-8, without the mark. What is no UTF-16 is read as U+FFFD. */
export async function* utf8Pieces(pieces: AsyncIterable<Uint8Array>, first: Uint8Array): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder(first[0] === 0xfe ? 'utf-16be' : 'utf-16le')
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    if (text !== '') yield Buffer.from(text)
  }
  const rest = decoder.decode()
  if (rest !== '') yield Buffer.from(rest)
}
