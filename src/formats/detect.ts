import { claudeCode } from './claudeCode/format.ts'
import type { ImportSource } from './importSource.ts'
import type { TranscriptFormat } from './plan.ts'

/** The formats that can be imported, in the order in which they are tried. */
export const formats: readonly TranscriptFormat[] = [claudeCode]

const sampleLength = 256 * 1024

/** Returns the formats that a file may be of, the likeliest first: the named one, or those whose marks it begins with. */
export async function candidates(
  source: ImportSource,
  named: string | null,
  among = formats,
): Promise<TranscriptFormat[]> {
  if (named !== null) return among.filter(({ name }) => name === named.toUpperCase().replaceAll('-', '_'))
  const likely: TranscriptFormat[] = []
  for (const format of among) if (await format.recognises(() => beginning(source))) likely.push(format)
  return likely.length > 0 ? likely : [...among]
}

/** The pieces of a file up to about the sample's length; a piece is not cut. */
async function* beginning(source: ImportSource): AsyncIterable<Uint8Array> {
  let length = 0
  for await (const piece of source.open()) {
    yield piece
    length += piece.length
    if (length >= sampleLength) return
  }
}
