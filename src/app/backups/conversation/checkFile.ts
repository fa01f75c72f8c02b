import { createHash, type Hash } from 'node:crypto'
import { identityOf, type ContentKind, type Contents, type StoredConversation } from '../../../domain/contents.ts'
import type { JsonObject, Observation } from '../../../domain/model.ts'
import { callIds, resultIds } from '../../../domain/blocks.ts'
import { contentHash, pathHash } from '../../../domain/pathHash.ts'
import { badInput, type Refusal } from '../../../domain/refusals.ts'
import { damaged, type Header, type Line } from '../../../formats/ndjson/lines.ts'
import { checkedLines } from '../../../formats/ndjson/readLines.ts'
import { isContentKind, valueOf } from '../../../formats/ndjson/values.ts'
import { TreeCounts } from '../../../formats/reading/treeCounts.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import type { ByteLine } from '../attachmentBytes.ts'
import { checkValue } from '../restore.ts'
import { isOfConversation } from './stored.ts'

/** What a conversation's file holds. */
export interface FileContents {
  readonly conversationId: string
  /** All that it holds, the one it is of first. */
  readonly conversationIds: readonly string[]
  /** Lines that hold something, attachments' bytes aside. */
  readonly lines: number
  readonly nodes: number
  readonly shape: ReturnType<TreeCounts['counts']>
  readonly unansweredToolCalls: number
  readonly orphanToolResults: number
}

/** Something that a line names and that stands behind it, if at all. */
interface Named {
  readonly line: number
  readonly id: string
}
interface Join extends Named {
  readonly node: Observation
}

/** Reads a conversation's file through: refuses one that was altered, is of no one conversation, or names what it lacks. */
export async function checkFile(open: () => AsyncIterable<Uint8Array>, scratch: Scratch): Promise<FileContents> {
  const check = new FileCheck(scratch)
  const lines = checkedLines(open())
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return check.finish(next.value)
    checkValue(next.value)
    if (isContentKind(next.value.line)) check.take(next.value.line, next.value)
    else if (next.value.line === 'bytes') check.bytes(next.value)
    else throw ofAll()
  }
}

class FileCheck {
  readonly #conversations: string[] = []
  readonly #heads: Named[] = []
  readonly #joins: Join[] = []
  readonly #seen: ScratchMap<true>
  readonly #things: ScratchMap<true>
  /** Path hashes by node. */
  readonly #nodes: ScratchMap<string>
  readonly #calls: ScratchMap<true>
  readonly #results: ScratchMap<true>
  readonly #tree: TreeCounts
  readonly #headOf = new Map<string, string | null>()
  readonly #ledgers = new Map<string, { seen: number; readonly last: number }>()
  #attachment: Contents['attachment'] | null = null
  #offset = 0
  #hash: Hash | null = null
  #lines = 0
  #count = 0

  constructor(scratch: Scratch) {
    this.#seen = scratch.map('seen')
    this.#things = scratch.map('things')
    this.#nodes = scratch.map('nodes')
    this.#calls = scratch.map('calls')
    this.#results = scratch.map('results')
    this.#tree = new TreeCounts(scratch)
  }

  take(kind: ContentKind, { number, value }: Line): void {
    if (!isOfConversation(kind)) throw damaged(number, `is of no one conversation: ${kind}`, { kind })
    this.#once(kind, identityOf(kind, valueOf(kind, value)), number)
    this.#lines++
    this.#endBytes(number)
    this.#offset = 0
    this.#attachment = kind === 'attachment' ? valueOf(kind, value) : null
    const { conversationId } = value as JsonObject
    if (typeof conversationId === 'string') this.#must('CONVERSATION', conversationId, number)
    if (kind === 'conversation') this.#conversation(number, valueOf(kind, value))
    else if (kind === 'observation') this.#observation(number, valueOf(kind, value))
    else if (kind === 'relationship') this.#relationship(number, valueOf(kind, value))
    else if (kind === 'fact') this.#fact(number, valueOf(kind, value))
    else if (kind === 'annotations') this.#mustNode(valueOf(kind, value).id, number)
    else if (kind === 'event') this.#event(number, valueOf(kind, value))
    else if (kind === 'message' || kind === 'entity' || kind === 'attachment')
      this.#things.set(nameOf(kind.toUpperCase(), valueOf(kind, value).id), true)
  }

  /** Bytes stand behind their attachment, piece by piece. */
  bytes({ number, value }: Line): void {
    const { attachmentId, offset, base64 } = value as unknown as ByteLine
    const before = this.#attachment
    if (before?.id !== attachmentId || before.byteSize === null)
      throw damaged(number, `holds bytes of "${attachmentId}", which the line before is not`)
    if (offset !== this.#offset) throw damaged(number, `begins at byte ${offset}, and ${this.#offset} are there`)
    const piece = Buffer.from(base64, 'base64')
    this.#offset += piece.length
    this.#hash = (this.#hash ?? createHash('sha256')).update(piece)
  }

  /** What stands before a line is whole: an attachment's id is the hash of its bytes. */
  #endBytes(number: number): void {
    const [hash, attachment] = [this.#hash, this.#attachment]
    this.#hash = null
    if (hash === null || attachment === null) return
    if (hash.digest('hex') !== attachment.id || this.#offset !== attachment.byteSize)
      throw damaged(number - 1, `ends bytes that are not those of "${attachment.id}"`)
  }

  /** A ledger is numbered from 1 without a gap. */
  #event(line: number, { conversationId, seq }: Contents['event']): void {
    if (conversationId === null) throw damaged(line, 'is an event of no conversation')
    const ledger = this.#ledgers.get(conversationId)
    if (seq === null || seq !== (ledger?.seen ?? 0) + 1)
      throw damaged(line, `is not line ${(ledger?.seen ?? 0) + 1} of the ledger of "${conversationId}"`)
    if (ledger) ledger.seen = seq
  }

  #once(kind: ContentKind, id: string, number: number): void {
    const name = nameOf(kind, id)
    if (this.#seen.get(name)) throw damaged(number, `is another ${kind} of the name "${id}"`, { kind, id })
    this.#seen.set(name, true)
  }

  #must(kind: string, id: string, number: number): void {
    if (this.#things.get(nameOf(kind, id)) === undefined) throw lacking(number, kind.toLowerCase(), id)
  }

  #mustNode(id: string, number: number): string {
    const hash = this.#nodes.get(id)
    if (hash === undefined) throw lacking(number, 'observation', id)
    return hash
  }

  #conversation(line: number, { id, forkedFrom, headId, lastSeq }: StoredConversation): void {
    if (forkedFrom) this.#must('CONVERSATION', forkedFrom.conversationId, line)
    for (const node of [forkedFrom?.observationId, headId]) if (node != null) this.#heads.push({ line, id: node })
    this.#things.set(nameOf('CONVERSATION', id), true)
    this.#conversations.push(id)
    this.#headOf.set(id, headId)
    this.#ledgers.set(id, { seen: 0, last: lastSeq })
  }

  #observation(line: number, node: Observation): void {
    const { id, messageId, place, blocks } = node
    if (messageId !== null) this.#must('MESSAGE', messageId, line)
    if (contentHash(node) !== node.contentHash) throw damaged(line, 'says another content hash than its content has')
    for (const call of callIds(blocks)) this.#calls.set(call, true)
    for (const call of resultIds(blocks)) this.#results.set(call, true)
    this.#nodes.set(id, place?.pathHash ?? '')
    if (place === null) return
    this.#count++
    this.#tree.add(0, id, place.parentId)
    const parent = place.parentId === null ? null : this.#mustNode(place.parentId, line)
    if (place.otherParents.length > 0) this.#joins.push({ line, id, node })
    else checkPath(line, node, parent, [])
  }

  #relationship(line: number, { source, target }: Contents['relationship']): void {
    for (const { kind, id } of [source, target]) this.#must(kind, id, line)
  }

  #fact(line: number, { ownerKind, ownerId }: Contents['fact']): void {
    if (ownerKind === 'ENTITY') this.#must(ownerKind, ownerId, line)
  }

  /** What may stand behind what names it is looked for now. */
  finish({ conversationId }: Header): FileContents {
    if (conversationId === null) throw ofAll()
    this.#endBytes(this.#lines)
    this.#must('CONVERSATION', conversationId, 1)
    for (const [id, { seen, last }] of this.#ledgers)
      if (seen !== last) throw badInput(`The ledger of "${id}" ends at ${seen}, and not at ${last}. Nothing was imported.`, { conversationId: id }) // prettier-ignore
    for (const { id, line } of this.#heads) this.#mustNode(id, line)
    for (const { node, line } of this.#joins) {
      const { parentId, otherParents } = node.place as NonNullable<Observation['place']>
      const others = otherParents.map((id) => this.#mustNode(id, line))
      checkPath(line, node, parentId === null ? null : this.#mustNode(parentId, line), others)
    }
    const head = this.#headOf.get(conversationId) ?? null
    if (head !== null) this.#tree.head(0, head)
    return {
      conversationId,
      conversationIds: [conversationId, ...this.#conversations.filter((id) => id !== conversationId)],
      ...{ lines: this.#lines, nodes: this.#count, shape: this.#tree.counts() },
      unansweredToolCalls: countOf(this.#calls, this.#results),
      orphanToolResults: countOf(this.#results, this.#calls),
    }
  }
}

const nameOf = (kind: string, id: string) => `${kind}\n${id}`

function countOf(some: ScratchMap<true>, others: ScratchMap<true>): number {
  let count = 0
  for (const [name] of some.entries()) if (others.get(name) === undefined) count++
  return count
}

function checkPath(line: number, node: Observation, parent: string | null, others: readonly string[]): void {
  if (pathHash(parent, node.contentHash, others) !== node.place?.pathHash)
    throw damaged(line, 'says another path hash than its path has')
}

function lacking(line: number, kind: string, id: string): Refusal {
  return damaged(line, `names the ${kind} "${id}", which no line before it is`, { kind, id })
}

function ofAll(): Refusal {
  return badInput('The file is a backup of a whole store, and of no one conversation: "turngraph restore" takes it.', {
    conversationId: null,
  })
}
