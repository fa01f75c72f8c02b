import { createHash, type Hash } from 'node:crypto'
import { identityOf, type ContentKind, type Contents, type StoredChunk } from '../../../domain/contents.ts'
import { trueContentHash } from '../../../domain/erasure/tombstone.ts'
import { damaged, type BackupLine } from '../../../formats/ndjson/lines.ts'
import { isContentKind, valueOf, type Unsegmented } from '../../../formats/ndjson/values.ts'
import type { Mark } from '../../../domain/model.ts'
import { importStates } from '../../../domain/records/importMarks.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import type { ByteLine } from '../attachmentBytes.ts'
import { RawTexts, type RawTextsOptions } from '../rawTexts/rawTexts.ts'
import { checkAttachment, checkFileNames } from './attachmentCheck.ts'
import { Chunks } from './chunks.ts'
import { ConversationChecks } from './conversationChecks.ts'
import { ErasureChecks, noReceipts, type Receipts } from './erasureChecks.ts'
import { MessageChecks } from './messageChecks.ts'
import { createNamed, type NamedRecords } from './named.ts'
import { Places, type WrongSums } from './places.ts'
import { differing } from './refusals.ts'
import { Shapes } from './shapes.ts'
import { checkRun, RecordChecks, type DifferingThing } from './recordChecks.ts'
import { createWays, type Ways } from './ways.ts'

export interface ContentCheckOptions {
  /** Absent: the file is of a conversation, and has no erasures. */
  readonly receipts?: Receipts
  readonly isDerived: boolean
  readonly texts?: RawTextsOptions
  readonly wrongSums?: WrongSums
}

/**
 * Checks what the lines of a file say of each other, a backup's and a conversation's alike: what they name is there, no
 * way leads back to where it began, and places, hashes and counts are those that are computed anew.
 */
export class ContentCheck {
  readonly named: NamedRecords
  readonly places: Places
  readonly #seen: ScratchMap<true>
  readonly #copies: Ways
  readonly #conversations: ConversationChecks
  readonly #messages: MessageChecks
  readonly #shapes: Shapes
  readonly #records: RecordChecks
  readonly #erasures: ErasureChecks
  readonly #chunks: Chunks
  readonly #texts: RawTexts | null
  #attachment: Contents['attachment'] | null = null
  #offset = 0
  #hash: Hash | null = null
  #last = 0

  readonly #isDerived: boolean

  /**
   * `isDerived`: what is kept of messages, entities and conversations must follow from their observations too. A backup may
   * be of a damaged store, which is better than none: there that is what verify tells. `texts`: observations are held against
   * their raw lines. `wrongSums`: sums of paths may differ from what is computed.
   */
  constructor(scratch: Scratch, { isDerived, texts, wrongSums, receipts = noReceipts }: ContentCheckOptions) {
    this.#isDerived = isDerived
    this.#texts = texts ? new RawTexts(scratch, texts) : null
    this.named = createNamed(scratch)
    this.places = new Places(scratch, wrongSums)
    this.#seen = scratch.map('seen')
    this.#copies = createWays(scratch, 'observation', 'is a copy of')
    this.#conversations = new ConversationChecks(scratch, this.named, this.places)
    this.#messages = new MessageChecks(scratch)
    this.#shapes = new Shapes(scratch, this.places)
    this.#records = new RecordChecks(scratch, this.named)
    this.#erasures = new ErasureChecks(scratch, this.named, receipts)
    this.#chunks = new Chunks(scratch)
  }

  /** Takes the next line of the file. */
  async take(line: BackupLine): Promise<void> {
    this.#last = line.number
    if (line.line === 'bytes') this.#bytes(line)
    if (!isContentKind(line.line)) return
    const kind = line.line
    const value = valueOf(kind, line.value)
    this.#once(kind, identityOf(kind, value), line.number)
    this.#endBytes(line.number)
    this.#offset = 0
    this.#attachment = kind === 'attachment' ? (value as Contents['attachment']) : null
    const { conversationId } = line.value as { readonly conversationId?: unknown }
    if (typeof conversationId === 'string') this.named.must('CONVERSATION', conversationId, line.number)
    await this.#value(kind, value, line.number)
  }

  /** Yields the entities and relationships that do not follow from their facts, once all lines were taken. */
  differingThings(): Iterable<DifferingThing> {
    return this.#records.differing()
  }

  /** Looks for what may stand behind what names it, once all lines were taken. */
  async finish(): Promise<void> {
    this.#endBytes(this.#last + 1)
    this.named.finish()
    this.places.finish()
    this.#copies.finish()
    this.#conversations.finish()
    this.#records.finish()
    await this.#texts?.finish()
    if (!this.#isDerived) return
    this.#shapes.finish()
    this.#messages.finish()
    for (const { line, member, why } of this.#records.differing()) throw differing(line, member, why)
  }

  /** Lets go of what lies on disk, however it ended. */
  async close(): Promise<void> {
    await this.#texts?.close()
  }

  async #value<K extends ContentKind>(kind: K, value: Contents[K], line: number): Promise<void> {
    const of = { [kind]: value } as unknown as Partial<Contents>
    if (of.attachment) checkAttachment(of.attachment, line)
    if (of.attachment) this.named.add('ATTACHMENT', of.attachment.id)
    if (of.conversation) this.#conversations.conversation(of.conversation, line)
    if (of.conversation) this.#shapes.conversation(of.conversation, line)
    if (of.message) this.#conversations.message(of.message, line)
    if (of.message) this.#shapes.message(of.message)
    if (of.message && this.#isDerived) this.#messages.message(of.message, line)
    if (of.entityType) this.#records.type(of.entityType)
    if (of.observation) this.#observation(of.observation, line)
    if (of.junction) this.#conversations.junction(of.junction, line)
    if (of.junction) this.#shapes.junction(of.junction)
    if (of.event) this.#conversations.event(of.event, line)
    if (of.run) checkRun(of.run, this.named, this.places, line)
    if (of.rawChunk) await this.#chunk(of.rawChunk, line)
    if (of.entity) this.#records.entity(of.entity, line)
    if (of.entity) this.#erasures.entity(of.entity)
    if (of.erasure) await this.#erasures.erasure(of.erasure, line)
    if (of.fact) this.#records.fact(of.fact, line)
    if (of.relationship) this.#records.relationship(of.relationship, line)
    if (of.stateRecord && of.stateRecord.observationId !== null)
      this.named.must('OBSERVATION', of.stateRecord.observationId, line)
    // Facts are annotated as well, and stand before.
    if (of.annotations && !this.named.has('FACT', of.annotations.id))
      this.named.must('OBSERVATION', of.annotations.id, line)
    if (of.importMark) this.#records.mark(of.importMark, line)
    if (of.importMark && this.#isDerived) this.#importState(of.importMark, line)
  }

  /** What an importer left of a conversation says where the next import goes on: it names what is there. */
  #importState(mark: Mark, line: number): void {
    const id = importStates.ownerOf(mark)
    const state = id === null ? null : importStates.read(mark)
    if (id === null || state === null) return
    this.named.must('CONVERSATION', id, line)
    this.#conversations.importState(id, state, line)
    for (const member of ['source', 'latest'] as const) {
      const source = state[member]
      if (source != null && !this.#chunks.has(id, source))
        throw damaged(line, `names the source "${source}" in ${member}, of which "${id}" has no raw lines`, { member })
    }
  }

  #observation(node: Unsegmented, line: number): void {
    checkFileNames(node.blocks, line)
    if (trueContentHash(node) !== node.contentHash) throw differing(line, 'content hash', 'its content has')
    if (node.copyOf !== null) {
      this.named.await('OBSERVATION', node.copyOf, line)
      this.#copies.add(node.id, node.copyOf, line)
    }
    this.#conversations.observation(node, line)
    if (this.#isDerived) this.#messages.observation(node)
    this.places.take(node, line)
    this.#texts?.observation(node, line)
    this.#shapes.node(node)
    this.#erasures.observation(node)
    this.named.add('OBSERVATION', node.id)
  }

  async #chunk(chunk: StoredChunk, line: number): Promise<void> {
    const bytes = await this.#chunks.take(chunk, line)
    await this.#texts?.chunk(chunk, bytes, line)
  }

  #once(kind: ContentKind, id: string, line: number): void {
    const among = sharedNames(kind)
    const name = `${among}\n${id}`
    if (this.#seen.get(name)) throw damaged(line, `is another ${among} of the name "${id}"`, { kind, id })
    this.#seen.set(name, true)
  }

  /** Bytes stand behind their attachment, piece by piece. */
  #bytes({ number, value }: BackupLine): void {
    const { attachmentId, offset, base64 } = value as unknown as ByteLine
    const before = this.#attachment
    if (before?.id !== attachmentId || before.byteSize === null)
      throw damaged(number, `holds bytes of "${attachmentId}", but does not follow the line of that attachment`)
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
}

/** Facts are observations, of entities and relationships: the two share their ids. */
function sharedNames(kind: ContentKind): ContentKind {
  return kind === 'fact' ? 'observation' : kind
}
