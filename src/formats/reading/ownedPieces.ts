import type { ImportSource } from '../importSource.ts'
import { lines } from './lines.ts'
import type { PlannedLine } from '../plan.ts'
import type { Stretch, Survey } from './survey.ts'

/** Bytes of a value that are kept as one piece, counted from its beginning: so they are the same ones each time. */
const blockBytes = 1024 * 1024

/** Yields the raw form of a file's conversations in order: their lines, or the bytes of their values in blocks. */
export async function* ownedPieces(
  source: ImportSource,
  { layout, stretches }: Survey,
  names: readonly string[],
): AsyncIterable<PlannedLine> {
  const counts = new Map<string, number>()
  const isBlock = layout === 'VALUES'
  for await (const { of, bytes } of isBlock ? blocks(source, stretches) : byLine(source, stretches)) {
    const conversationId = names[of] ?? ''
    const number = (counts.get(conversationId) ?? 0) + 1
    counts.set(conversationId, number)
    yield { kind: 'line', conversationId, number, bytes, isBlock }
  }
}

interface Owned {
  readonly of: number
  readonly bytes: Uint8Array
}

async function* byLine(source: ImportSource, stretches: readonly Stretch[]): AsyncIterable<Owned> {
  let at = 0
  for await (const found of lines(source.open()))
    for (const { number, bytes } of found) {
      while ((stretches[at]?.to ?? Infinity) < number) at++
      yield { of: stretches[at]?.of ?? 0, bytes }
    }
}

/** What lies between values of different conversations is of none. */
async function* blocks(source: ImportSource, stretches: readonly Stretch[]): AsyncIterable<Owned> {
  let [at, offset, held]: [number, number, Uint8Array[]] = [0, 0, []]
  let heldBytes = 0
  for await (const piece of source.open()) {
    for (let from = 0; from < piece.length && at < stretches.length;) {
      const stretch = stretches[at] as Stretch
      const begin = Math.max(from, stretch.from - offset)
      const end = Math.min(piece.length, stretch.to - offset, begin + blockBytes - heldBytes)
      if (begin >= piece.length) break
      held.push(piece.subarray(begin, end))
      heldBytes += end - begin
      from = end
      const isOver = offset + end >= stretch.to
      if (heldBytes < blockBytes && !isOver) continue
      yield { of: stretch.of, bytes: Buffer.concat(held) }
      held = []
      heldBytes = 0
      if (isOver) at++
    }
    held = held.map((part) => part.slice())
    offset += piece.length
  }
  if (heldBytes > 0) yield { of: stretches[at]?.of ?? 0, bytes: Buffer.concat(held) }
}
