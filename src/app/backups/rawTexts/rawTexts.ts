import { createHash } from 'node:crypto'
import type { StoredChunk } from '../../../domain/contents.ts'
import { isErased } from '../../../domain/erasure/erasedLine.ts'
import { rawOrigin } from '../../../domain/records/importedFields.ts'
import type { Seal } from '../../../domain/access/keyedDigest.ts'
import type { Json } from '../../../domain/model.ts'
import { Refusal } from '../../../domain/refusals.ts'
import { createFindings } from '../../../formats/findings.ts'
import type { Format } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { formatNamed } from '../../../formats/index.ts'
import type { PlannedNode } from '../../../formats/plan.ts'
import { hasTooMany } from '../../../formats/amount.ts'
import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Unsegmented } from '../../../formats/ndjson/values.ts'
import { linesOf } from '../../../formats/reading/lines/lines.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { Spool } from '../../spool.ts'
import { bare, occursIn, leavesOf, saidBy, textsOf } from './texts.ts'

/** An observation that says what its raw line does not. */
export interface RawDifference {
  /** Of the file: the observation's. */
  readonly line: number
  readonly observationId: string
  readonly conversationId: string
  readonly source: string
  readonly rawLine: number
}
/** Raw lines that say what no observation of the file says: an earlier reader understood less of them. */
export interface RawMore {
  readonly conversationId: string
  readonly source: string
  readonly rawLine: number
}
export interface RawTextsOptions {
  readonly openScratch: () => Scratch
  readonly seal: Seal
  /** The most bytes that raw lines may unpack to, those of one source and four times as many together. */
  readonly limit: number
  readonly onDifference: (rawDifference: RawDifference) => void
  /** Told where raw lines say more, if that is wanted. */
  readonly onMore?: ((rawMore: RawMore) => void) | undefined
}

/** What of an observation was not found in its raw lines yet. */
interface Unfound {
  readonly id: string
  readonly line: number
  readonly texts: readonly string[]
}
interface Source {
  readonly name: string
  readonly conversationId: string
  readonly source: string
  readonly spool: Spool
  readonly chunks: { readonly firstLine: number; readonly lineCount: number; readonly length: number }[]
}

const sourcesTogether = 4
const held = 2000

/** Holds what observations say against the raw lines that they were read from (docs/design/hashes-and-verification.md). */
export class RawTexts {
  readonly #options: RawTextsOptions
  readonly #unfound: ScratchMap<readonly Unfound[]>
  /** How many observations of a source are unfound. */
  readonly #counts: ScratchMap<number>
  /** The place of the raw form of an entry, by its name. */
  readonly #named: ScratchMap<string>
  readonly #texts: ScratchMap<true>
  readonly #ended = new Set<string>()
  #open: Source | null = null
  #bytes = 0

  constructor(scratch: Scratch, options: RawTextsOptions) {
    this.#options = options
    this.#unfound = scratch.map('rawUnfound', held)
    this.#counts = scratch.map('rawUnfoundCounts')
    this.#named = scratch.map('rawNamed')
    this.#texts = scratch.map('rawSaid')
  }

  /** A copy is its original's, or a repair's of what stood there. Of what is erased nothing is in its line: of a call its name alone was kept. */
  observation(node: Unsegmented, line: number): void {
    if (this.#open) throw damaged(line, 'is an observation behind raw lines')
    const texts = node.erased === undefined ? saidBy(node) : []
    if (this.#options.onMore) for (const text of texts) this.#texts.set(digestOf(text), true)
    const origin = rawOrigin(node)
    if (!origin || node.copyOf !== null || texts.length === 0) return
    const source = nameOf(origin.conversationId, origin.source)
    const place = placeOf(source, origin.line)
    this.#unfound.set(place, [...(this.#unfound.get(place) ?? []), { id: node.id, line, texts }])
    this.#counts.set(source, (this.#counts.get(source) ?? 0) + 1)
    if (node.externalId !== null) this.#named.set(`${source}\n${node.externalId}`, place)
  }

  /** Takes the next raw lines, unpacked. */
  async chunk({ conversationId, source, firstLine, lineCount }: StoredChunk, bytes: Uint8Array, line: number) {
    const name = nameOf(conversationId, source)
    if (this.#open?.name !== name) {
      await this.#end()
      if (this.#ended.has(name)) throw damaged(line, 'goes on with raw lines that ended before', { source })
      if (!formatOf(source)) throw damaged(line, `holds raw lines of no format that is read: "${source}"`, { source })
      this.#open = { name, conversationId, source, spool: new Spool(), chunks: [] }
    }
    const { spool, chunks } = this.#open
    this.#bytes += bytes.length
    const { limit } = this.#options
    if (spool.bytes + bytes.length > limit || this.#bytes > sourcesTogether * limit) throw tooLong(line, limit)
    chunks.push({ firstLine, lineCount, length: bytes.length })
    await spool.add(bytes)
  }

  /** Compares what is left, once all lines were taken. */
  async finish(): Promise<void> {
    await this.#end()
    for (const [place, unfound] of this.#unfound.entries()) {
      const [name = '', rawLine] = place.split('\n')
      if (this.#ended.has(name)) this.#tell(name, Number(rawLine), unfound)
    }
  }

  /** Lets go of what lies on disk. */
  async close(): Promise<void> {
    await this.#open?.spool.remove()
    this.#open = null
  }

  async #end(): Promise<void> {
    const open = this.#open
    if (!open) return
    try {
      this.#ended.add(open.name)
      const file = await open.spool.source()
      if (this.#isUnfound(open) || this.#options.onMore) await this.#read(open, file)
      if (this.#isUnfound(open)) await this.#compareLines(open, file)
    } finally {
      await this.close()
    }
  }

  readonly #isUnfound = ({ name }: Source) => (this.#counts.get(name) ?? 0) > 0

  /** By today's reader, where it takes them. */
  async #read(open: Source, file: ImportSource): Promise<void> {
    const { openScratch, seal } = this.#options
    const scratch = openScratch()
    const { conversationId } = open
    try {
      const stored = () => Promise.resolve([])
      const reading = await formatOf(open.source)?.read?.(file, {
        scratch,
        findings: createFindings(),
        conversationId,
        stored,
        seal,
      })
      if (!reading) return
      for await (const items of reading.items())
        for (const item of items)
          if (item.kind === 'node' && item.raw.conversationId === conversationId) this.#node(open, item)
    } catch (thrown) {
      // What today's reader refuses is compared by its lines alone.
      if (!(thrown instanceof Refusal)) throw thrown
    } finally {
      scratch.close()
    }
  }

  #node(open: Source, { raw, externalId, draft, summary }: PlannedNode): void {
    const texts = textsOf(draft.blocks, summary)
    const place = placeOf(open.name, raw.line)
    this.#find(open, place, texts)
    const named = this.#named.get(`${open.name}\n${externalId}`)
    if (named !== undefined && named !== place) this.#find(open, named, texts)
    const isProse = draft.kind === 'TURN' && draft.role !== 'TOOL' && draft.blocks.every(({ type }) => type === 'text')
    if (!isProse || !this.#options.onMore) return
    if (texts.some((text) => this.#texts.get(digestOf(text)) === undefined))
      this.#options.onMore({ conversationId: open.conversationId, source: open.source, rawLine: raw.line })
  }

  /** Takes away of what is unfound at a place what these texts say. */
  #find({ name }: Source, place: string, texts: readonly string[]): void {
    const unfound = this.#unfound.get(place)
    if (!unfound) return
    const whole = new Set(texts)
    const remaining = unfound.flatMap((one) => {
      const rest = one.texts.filter((text) => !whole.has(text) && !occursIn(text, texts))
      return rest.length === 0 ? [] : [{ ...one, texts: rest }]
    })
    if (remaining.length > 0) this.#unfound.set(place, remaining)
    else this.#unfound.delete(place)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) - (unfound.length - remaining.length))
  }

  /** What readers of before understood otherwise stands in the line itself. */
  async #compareLines(open: Source, file: ImportSource): Promise<void> {
    let offset = 0
    for (const { firstLine, lineCount, length } of open.chunks) {
      const bytes = await file.slice(offset, length)
      offset += length
      const lines = lineCount === 1 ? [bytes] : linesOf(bytes).map((line) => line.bytes)
      for (const [i, line] of lines.entries()) this.#compareLine(open, firstLine + i, line)
    }
  }

  #compareLine(open: Source, rawLine: number, bytes: Uint8Array): void {
    const place = placeOf(open.name, rawLine)
    const unfound = this.#unfound.get(place)
    if (unfound === undefined) return
    // Another entry of the line was erased, and the line with it.
    const texts = isErased(bytes) ? null : textsIn(bytes)
    this.#find(open, place, texts ?? unfound.flatMap((one) => one.texts))
    this.#tell(open.name, rawLine, this.#unfound.get(place) ?? [])
    this.#unfound.delete(place)
  }

  #tell(name: string, rawLine: number, unfound: readonly Unfound[]): void {
    const [conversationId, source] = JSON.parse(name) as [string, string]
    for (const { id, line } of unfound)
      this.#options.onDifference({ line, observationId: id, conversationId, source, rawLine })
  }
}

/** What a line says, be it JSON or a piece of it; null where it holds more than is read at once. */
function textsIn(bytes: Uint8Array): string[] | null {
  if (hasTooMany(bytes)) return null
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  try {
    return leavesOf(JSON.parse(text) as Json).map(bare)
  } catch {
    return [
      text,
      text.replaceAll(/\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g, (escaped) => JSON.parse(`"${escaped}"`) as string),
    ].map(bare)
  }
}

const formatOf = (source: string): Format | null => {
  const format = formatNamed(source.split(':')[0] ?? '')
  return format?.read ? format : null
}
const nameOf = (conversationId: string, source: string): string => JSON.stringify([conversationId, source])
const placeOf = (source: string, line: number): string => `${source}\n${line}`
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 24)

function tooLong(line: number, limit: number): Refusal {
  return new Refusal(
    'LIMIT_EXCEEDED',
    { line, limit },
    `Line ${line} holds raw lines that unpack to more than ${limit} bytes. Nothing was imported.`,
  )
}
