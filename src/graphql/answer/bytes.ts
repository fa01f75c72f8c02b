import { cost, type Budget } from '../../app/read/budget.ts'

/** Returns the text of UTF-8 bytes that come in pieces, and draws on the budget what making them takes. */
export async function textOfBytes(pieces: AsyncIterable<Uint8Array>, budget: Budget): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of pieces) {
    budget.spend(piece.length * cost.writtenByte)
    budget.hold(piece.length)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}
