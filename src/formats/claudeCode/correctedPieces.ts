import type { JsonObject } from '../../domain/model.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import type { Original, WrittenNode } from '../format.ts'
import { contentOf, linesOf, type SourceLine } from '../reading/lines/lines.ts'
import { valuesOf } from '../reading/lines/lineValues.ts'
import { changedEntry } from './write.ts'

/** Yields the pieces of a file as it came, the lines of corrected turns rewritten; all others stay byte for byte. */
export async function* correctedPieces(original: Original): AsyncIterable<Uint8Array> {
  const { corrected } = original
  if (corrected.size === 0) {
    yield* original.pieces()
    return
  }
  let number = 1
  for await (const piece of original.pieces()) {
    const lines = linesOf(piece)
    const written = lines.map((line, i) =>
      correctedLine({ ...line, number: number + i }, corrected.get(number + i) ?? []),
    )
    number += lines.length
    yield Buffer.concat(written)
  }
}

function correctedLine(line: SourceLine, turns: readonly WrittenNode[]): Uint8Array {
  if (turns.length === 0) return line.bytes
  const { values } = valuesOf(line, null)
  const ending = line.bytes.subarray(contentOf(line).length)
  const texts = values.map((value, part) => JSON.stringify(entryOf(value, part, turns)))
  return Buffer.concat([Buffer.from(texts.join('')), ending])
}

function entryOf(value: JsonObject, part: number, turns: readonly WrittenNode[]): JsonObject {
  const turn = turns.find(({ node }) => (rawOrigin(node)?.part ?? 0) === part)
  return (turn && changedEntry(value, { ...turn.node, blocks: turn.left ?? [] })) ?? value
}
