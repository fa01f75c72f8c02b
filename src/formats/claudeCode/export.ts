import { turnIdOf } from '../../domain/ids.ts'
import type { Observation } from '../../domain/model.ts'
import type { WriteSource, WrittenNode } from '../format.ts'
import { correctedPieces } from './correctedPieces.ts'
import {
  changedEntry,
  derivedUuid,
  rewrittenLine,
  summaryLine,
  uuidOf,
  writtenLine,
  type Chained,
  type WrittenSession,
} from './write.ts'

/**
 * Yields a conversation as Claude Code lines. What nobody has changed since its import comes back byte for byte; else
 * the head's path as a file that resumes (every parent present, one session, without what is deleted), or, as a whole
 * tree, the imported lines followed by everything that was stored since: it holds what left the transcript, deleted
 * turns too.
 */
export async function* exportClaudeCode(source: WriteSource): AsyncIterable<Uint8Array> {
  const { original, wholeTree } = source
  if (original && (wholeTree || original.isAll)) {
    let last: Uint8Array | null = null
    for await (const piece of correctedPieces(original)) yield (last = piece)
    if (original.isAll) return
    if (last !== null && last.at(-1) !== newline) yield Buffer.from('\n')
  }
  const writing = new LineWriting(source)
  if (!wholeTree) {
    yield* writing.pathLines(source.readPath())
    return
  }
  if (!original) yield* writing.pathLines(source.inheritedPath())
  yield* writing.ownLines()
}
const newline = 0x0a

class LineWriting {
  private readonly source: WriteSource
  private readonly session: WrittenSession
  /** Ids given to turns stored here, so that none is given twice. */
  private readonly usedIds = new Set<string>()

  constructor(source: WriteSource) {
    this.source = source
    const { id, cwd, sidechainOf } = source.conversation
    const [, session, agent] = (sidechainOf === null ? null : /^(.+)\.agent-(.+)$/.exec(id)) ?? []
    this.session = { id: session ?? id, cwd, agentId: agent ?? null, isSidechain: sidechainOf !== null }
  }

  async *pathLines(pages: AsyncIterable<readonly WrittenNode[]>): AsyncIterable<Uint8Array> {
    let parent: string | null = null
    for await (const nodes of pages) {
      const texts: string[] = []
      for (const node of nodes) {
        const line = await this.lineOf(node, parent)
        if (line === null) continue
        texts.push(`${line.text}\n`)
        parent = line.uuid
      }
      yield Buffer.from(texts.join(''))
    }
  }

  async *ownLines(): AsyncIterable<Uint8Array> {
    const uuids = new Map<string, string | null>()
    for await (const written of this.source.recordedSince()) {
      const parent = await this.parentUuid(written.node.place.parentId, uuids)
      const line = await this.lineOf(written, parent)
      uuids.set(written.node.id, line?.uuid ?? parent)
      if (line) yield Buffer.from(`${line.text}\n`)
    }
  }

  private async parentUuid(parentId: string | null, uuids: ReadonlyMap<string, string | null>): Promise<string | null> {
    if (parentId === null) return null
    const known = uuids.get(parentId)
    if (known !== undefined) return known
    const parent = await this.source.observation(parentId)
    return parent && uuidOf(parent, turnIdOf(parent.messageId))
  }

  /** A node as one line, or two where a compaction has a summary; null for what the format has no form for. */
  private async lineOf(
    { node, turnId, left }: WrittenNode,
    parent: string | null,
  ): Promise<{ text: string; uuid: string } | null> {
    if (left === null) return null
    const stored = await this.source.entryOf(node)
    const entry = stored && left !== node.blocks ? changedEntry(stored, { ...node, blocks: left }) : stored
    const chained: Chained = { uuid: this.idFor(node, turnId), parent }
    if (entry) return { text: rewrittenLine(entry, this.session, chained), uuid: chained.uuid }
    const text = writtenLine({ ...node, blocks: left }, turnId, this.session, chained)
    const summary = node.marker?.summary ?? null
    if (text === null || node.kind !== 'COMPACTION' || summary === null)
      return text === null ? null : { text, uuid: chained.uuid }
    const after = { uuid: derivedUuid(`summary ${node.id}`), parent: chained.uuid }
    return { text: `${text}\n${summaryLine(summary, this.session, after, node.observedAt)}`, uuid: after.uuid }
  }

  private idFor(node: Observation, turnId: string | null): string {
    const wanted = uuidOf(node, turnId)
    const id = this.usedIds.has(wanted) ? derivedUuid(node.id) : wanted
    if (node.externalId === null) this.usedIds.add(id)
    return id
  }
}
