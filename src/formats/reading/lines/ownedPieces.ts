import type { ImportSource } from '../../importSource.ts'
import { lines } from './lines.ts'
import type { PlannedLine } from '../../plan.ts'
import type { Names } from '../conversations/names.ts'
import type { Stretches } from '../conversations/stretches.ts'
import type { Survey } from '../survey.ts'

/** Bytes of a value that are kept as one piece, counted from its beginning: so they are the same ones each time. */
const blockBytes = 1024 * 1024

/** Yields the raw form of a file's conversations in order: their lines, or the bytes of their values in blocks. */
export async function* ownedPieces(
  source: ImportSource,
  { layout, stretches, conversations }: Survey,
  names: Names,
): AsyncIterable<PlannedLine> {
  const numbered = numbering(names)
  const last = stretches.lastOnes(conversations, (of) => names.sameAs(of))
  const isBlock = layout === 'VALUES'
  for await (const { at, isOver, bytes } of isBlock ? blocks(source, stretches) : byLine(source, stretches))
    yield { kind: 'line', ...numbered(stretches.of(at), isOver && last[at] === 1), bytes, isBlock }
}

/** Gives each piece its owner and its number among that one's; who has had the last one is forgotten. */
export function numbering(
  names: Names,
): (of: number, isLast: boolean) => Omit<PlannedLine, 'kind' | 'bytes' | 'isBlock'> {
  const counts = new Map<number, number>()
  return (of, isLast) => {
    const owner = names.sameAs(of)
    const number = (counts.get(owner) ?? 0) + 1
    if (isLast) counts.delete(owner)
    else counts.set(owner, number)
    return { conversationId: names.of(of), number, isLast }
  }
}

interface Owned {
  /** Which stretch it is of. */
  readonly at: number
  /** The stretch ends with it. */
  readonly isOver: boolean
  readonly bytes: Uint8Array
}

async function* byLine(source: ImportSource, stretches: Stretches): AsyncIterable<Owned> {
  let at = 0
  for await (const sourceLines of lines(source.open()))
    for (const { number, bytes } of sourceLines) {
      while (stretches.to(at) < number) at++
      yield { at, isOver: stretches.to(at) === number, bytes }
    }
}

/** What lies between values of different conversations is of none. */
async function* blocks(source: ImportSource, stretches: Stretches): AsyncIterable<Owned> {
  let [at, offset, held]: [number, number, Uint8Array[]] = [0, 0, []]
  let heldBytes = 0
  for await (const piece of source.open()) {
    for (let from = 0; from < piece.length && at < stretches.count;) {
      const begin = Math.max(from, stretches.from(at) - offset)
      const end = Math.min(piece.length, stretches.to(at) - offset, begin + blockBytes - heldBytes)
      if (begin >= piece.length) break
      held.push(piece.subarray(begin, end))
      heldBytes += end - begin
      from = end
      const isOver = offset + end >= stretches.to(at)
      if (heldBytes < blockBytes && !isOver) continue
      yield { at, isOver, bytes: Buffer.concat(held) }
      held = []
      heldBytes = 0
      if (isOver) at++
    }
    held = held.map((part) => part.slice())
    offset += piece.length
  }
  if (heldBytes > 0) yield { at, isOver: false, bytes: Buffer.concat(held) }
}
