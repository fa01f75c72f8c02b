import type { StoredChunk } from '../../../domain/contents.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { linesOf } from '../../../formats/reading/lines/lines.ts'
import { unpacked } from '../../../formats/compressedLines.ts'
import { differing } from './refusals.ts'

/** Raw lines, which must follow each other and be as many as they are said to be. */
export class Chunks {
  /** By conversation and source: its place among the conversation's, and the line that comes next. */
  readonly #sources: ScratchMap<{ readonly position: number; readonly next: number }>
  /** How many sources a conversation has. */
  readonly #counts: ScratchMap<number>

  constructor(scratch: Scratch) {
    this.#sources = scratch.map('rawSources')
    this.#counts = scratch.map('rawSourceCounts')
  }

  /** Says whether there are raw lines of a source of a conversation. */
  has(conversationId: string, source: string): boolean {
    return this.#sources.get(JSON.stringify([conversationId, source])) !== undefined
  }

  /** Returns the lines of a chunk, unpacked. */
  async take(
    { conversationId, source, position, firstLine, lineCount, bytes }: StoredChunk,
    line: number,
  ): Promise<Uint8Array> {
    const name = JSON.stringify([conversationId, source])
    const known = this.#sources.get(name)
    if (!known) this.#counts.set(conversationId, (this.#counts.get(conversationId) ?? 0) + 1)
    const expected = known ?? { position: this.#counts.get(conversationId) ?? 1, next: 1 }
    if (position !== expected.position) throw differing(line, 'position', 'its source has')
    if (firstLine !== expected.next)
      throw damaged(line, `begins at raw line ${firstLine} of its source, and not at ${expected.next}`, { firstLine })
    const all = await unpacked(bytes).catch(() => {
      throw damaged(line, 'holds raw lines that cannot be unpacked, or more than a chunk ever holds', { source })
    })
    // One may be a block, which has line feeds in it.
    if (lineCount === 0 || (lineCount !== 1 && linesOf(all).length !== lineCount))
      throw differing(line, 'lineCount', 'its bytes have')
    this.#sources.set(name, { position, next: firstLine + lineCount })
    return all
  }
}
