import { withBreaths } from '../breaths.ts'
import type { Seal } from '../../domain/access/keyedDigest.ts'
import type { ReadOptions } from '../plan.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import type { Findings } from '../findings.ts'
import type { ImportSource } from '../importSource.ts'
import { lines, type SourceLine } from '../reading/lines/lines.ts'
import { valuesOf } from '../reading/lines/lineValues.ts'
import type { Scratch, ScratchMap } from '../scratch.ts'
import { asObject, asText } from '../reading/values.ts'
import { Commands } from './prompts.ts'
import { Copies } from './copies.ts'
import { readDraft } from './draft.ts'
import { madeId, rankOf, rowOf, type LineRow } from './lineRow.ts'
import { Unread } from '../reading/unread.ts'
import { placeBoundary, type Boundary } from './boundaries.ts'
import type { Traced } from './copied/chain.ts'
import { idOf, SessionIds } from './copied/sessionIds.ts'
import { foreignBlocks, isEntry, ownerSession, readEntry, strangeness, type LineEntry, type NodeKind } from './entry.ts'

/** The result of reading a whole file once: enough to read it again in tree order. */
export interface LineIndex {
  /** What digests go through before they are part of an id. */
  readonly seal: Seal
  readonly rows: ScratchMap<LineRow>
  /** Ids that stand on more than one line. */
  readonly repeated: ScratchMap<true>
  /** Call id -> the node that made the call. */
  readonly calls: ScratchMap<{ readonly node: string; readonly line: number }>
  readonly results: ScratchMap<number>
  /** By which names its entries are known. */
  readonly ids: SessionIds
  /** Returns by what an entry is known that a line of a session names: copies by the ids of their originals. */
  readonly known: (uuid: string, session: string | null) => string
  /** Entries whose place is not where their own line has it: their rows say where it is. */
  readonly moved: ScratchMap<true>
  /** By compact boundary: its summary. */
  readonly summaries: ScratchMap<string>
  readonly commands: Commands
  readonly copies: Copies
  /** From which line on the file is of which session. */
  readonly sessions: readonly { readonly fromLine: number; readonly session: string }[]
  readonly firstSession: string | null
  readonly firstLine: Uint8Array | null
  /** The agent that all nodes of the file are of; null when there is none such. */
  readonly agentId: string | null
  readonly entries: number
  readonly nodes: number
  readonly skipped: number
  readonly repaired: number
  /** False when no line is of this format. */
  readonly recognised: boolean
  /** There are words in it, and none can be read. */
  readonly isForeign: boolean
}

const mute: Findings = { add: () => undefined, once: () => undefined, list: () => [] }

/** What is known of a file beforehand: whose its entries are, and what its sessions are called. */
export interface Beforehand {
  readonly traced: Traced
  readonly nameOf: (session: string) => string
}

/** Reads a file through once and returns its index. */
export async function indexLines(
  source: ImportSource,
  { scratch, findings, seal, piece }: Pick<ReadOptions, 'scratch' | 'findings' | 'seal' | 'piece'>,
  { traced, nameOf }: Beforehand,
): Promise<LineIndex> {
  const index = new Indexing(scratch, findings, seal, traced, nameOf)
  for (const [own, name] of piece?.aliases ?? []) index.knowAs(own, name)
  for await (const sourceLines of withBreaths(lines(source.open()))) for (const line of sourceLines) index.add(line)
  return index.finish()
}

class Indexing {
  readonly rows: ScratchMap<LineRow>
  private readonly repeated: ScratchMap<true>
  private readonly calls: LineIndex['calls']
  private readonly results: LineIndex['results']
  private readonly hashes: ScratchMap<number>
  readonly ids: SessionIds
  private readonly aliases: ScratchMap<string>
  readonly moved: LineIndex['moved']
  readonly summaries: LineIndex['summaries']
  private readonly boundaries: Boundary[] = []
  private readonly commands: Commands
  private readonly copies: Copies
  private readonly findings: Findings
  private readonly sessions: { fromLine: number; session: string }[] = []
  private readonly previous = new Map<string, string>()
  private firstLine: Uint8Array | null = null
  private agentId: string | null | undefined = undefined
  private entries = 0
  private nodes = 0
  /** Own ids of copies, to be asked while rows are walked. */
  private readonly ownIds = new Set<string>()
  /** The first session whose an entry is, and whether there are more. */
  private owner: string | null = null
  private areSeveral = false
  private skipped = 0
  private repaired = 0
  private recognised = false
  private readonly unread = new Unread()
  private hasRead = false
  private readonly seal: Seal
  private readonly traced: Traced

  constructor(scratch: Scratch, findings: Findings, seal: Seal, traced: Traced, nameOf: Beforehand['nameOf']) {
    this.seal = seal
    this.traced = traced
    this.rows = scratch.map('rows')
    this.repeated = scratch.map('repeated')
    this.calls = scratch.map('calls')
    this.results = scratch.map('results')
    this.hashes = scratch.map('hashes')
    this.aliases = scratch.map('aliases')
    this.ids = new SessionIds(scratch.map('sessionIds'), nameOf)
    this.moved = scratch.map('moved')
    this.summaries = scratch.map('summaries')
    this.commands = new Commands(scratch)
    this.copies = new Copies(scratch)
    this.findings = findings
  }

  /** Takes what an earlier line is called. */
  knowAs(own: string, name: string): void {
    this.aliases.set(own, name)
    this.ownIds.add(own)
  }

  add(line: SourceLine): void {
    this.firstLine ??= line.bytes
    const { values, skipped, repaired } = valuesOf(line, this.findings)
    this.skipped += skipped
    this.repaired += repaired
    this.entries += values.length
    values.forEach((value, part) => this.addEntry(this.traced(readEntry(value)), line, part))
  }

  private addEntry(input: LineEntry, line: SourceLine, part: number): void {
    this.recognised ||= isEntry(input.value)
    if (input.sessionId !== null && input.sessionId !== this.session()) {
      this.sessions.push({ fromLine: line.number, session: input.sessionId })
    }
    this.addRepeated(input)
    const entry = this.ids.entry(input, this.session())
    const strange = strangeness(entry)
    if (strange) this.findings.once(line.number, strange.code, strange.message)
    this.copies.add(entry, line.number, this.session())
    if (entry.node !== null) this.addNode(entry, entry.node, line, part)
  }

  /** Takes an id that may be another session's as well. */
  private addRepeated(entry: LineEntry): void {
    const owner = ownerSession(entry, this.session())
    this.owner ??= owner
    this.areSeveral ||= owner !== this.owner
    if (!this.areSeveral || entry.uuid === null || entry.node === null) return
    const known = this.rows.get(entry.uuid)
    if (known) this.ids.add(entry.uuid, known.copiedFrom ?? known.session, owner)
  }

  private session(): string | null {
    return this.sessions.at(-1)?.session ?? null
  }

  private addNode(entry: LineEntry, kind: NodeKind, line: SourceLine, part: number): void {
    const session = entry.sessionId ?? this.session()
    const id = entry.uuid ?? this.madeId(entry, line)
    const parent =
      entry.uuid === null && !('parentUuid' in entry.value)
        ? (this.previous.get(session ?? '') ?? null)
        : entry.parentUuid
    const own = rowOf(entry, kind, line, part, session)
    const row = parent === own.parent ? own : { ...own, parent }
    if (entry.ownUuid !== null && entry.ownUuid !== id && entry.uuid !== null) {
      this.aliases.set(entry.ownUuid, id)
      this.ownIds.add(entry.ownUuid)
    }
    if (this.isFirst(id, row)) {
      if (kind === 'BOUNDARY')
        this.boundaries.push({ id, value: entry.value, session, before: this.previous.get(session ?? '') ?? null })
      if (entry.isSummary && parent !== null) this.summaries.set(this.aliases.get(parent) ?? parent, id)
      this.nodes++
      this.addCalls(entry, id, line.number)
      this.commands.add(entry, id)
      this.look(entry, line)
      this.previous.set(session ?? '', id)
      const agentId = entry.isSidechain ? entry.agentId : null
      this.agentId = this.agentId === undefined || this.agentId === agentId ? agentId : null
    }
  }

  /** Reads what turns say until one says something: the file is of this format then. */
  private look(entry: LineEntry, { number, bytes }: SourceLine): void {
    if (this.hasRead || entry.node === null || entry.node === 'NOTE' || entry.node === 'BOUNDARY') return
    this.unread.add(readDraft(entry, bytes.length, number, mute), number)
    this.hasRead = this.unread.hasRead
  }

  /** Keeps the better one of two lines with one id; says whether the id is new. */
  private isFirst(id: string, row: LineRow): boolean {
    const known = this.rows.get(id)
    if (!known || rankOf(row) > rankOf(known)) this.rows.set(id, row)
    if (!known) return true
    this.repeated.set(id, true)
    this.skipped++
    const [worse, better] = rankOf(row) > rankOf(known) ? [known, row] : [row, known]
    this.findings.add(
      worse.line,
      'DUPLICATE_ID',
      `The id ${idOf(id)} is also on line ${better.line}; that line is taken, and this one is stored raw only.`,
    )
    return false
  }

  /** The id of an entry that has none: its content's hash, and which one of equal ones it is. */
  private madeId(entry: LineEntry, line: SourceLine): string {
    const hash = this.seal(sha256(JSON.stringify(entry.value))).slice(0, 32)
    const count = (this.hashes.get(hash) ?? 0) + 1
    this.hashes.set(hash, count)
    this.findings.once(line.number, 'NO_ID', 'Entries without an id are known by the hash of their content.')
    return madeId(hash, count)
  }

  private addCalls(entry: LineEntry, id: string, line: number): void {
    for (const block of foreignBlocks(asObject(entry.value['message'])?.['content'])) {
      const call = block['type'] === 'tool_use' ? asText(block['id']) : null
      const result = block['type'] === 'tool_result' ? asText(block['tool_use_id']) : null
      if (call !== null && !this.calls.get(call)) this.calls.set(call, { node: id, line })
      if (result !== null && this.results.get(result) === undefined) this.results.set(result, line)
    }
  }

  readonly known = (uuid: string, ...sessions: (string | null)[]): string =>
    this.aliases.get(uuid) ?? this.ids.nameIn(uuid, ...sessions)

  /** Copies name each other by the ids of their own file, and a parent may come later. */
  private nameParents(): void {
    const wrong: string[] = []
    for (const [id, { parent, session, copiedFrom }] of this.rows.entries())
      if (parent !== null && (this.ownIds.has(parent) || this.ids.nameIn(parent, session, copiedFrom) !== parent))
        wrong.push(id)
    for (const id of wrong) {
      const row = this.rows.get(id) as LineRow
      this.rows.set(id, { ...row, parent: row.parent && this.known(row.parent, row.session, row.copiedFrom) })
      if (this.ownIds.has(row.parent ?? '')) this.moved.set(id, true)
    }
  }

  finish(): LineIndex {
    if (this.ownIds.size > 0 || this.ids.hasRepeated) this.nameParents()
    for (const boundary of this.boundaries) placeBoundary(this, boundary)
    const { ids, known, moved, summaries, rows, repeated, calls, results, commands, copies, sessions, firstLine } = this
    const { entries, nodes, skipped, repaired, recognised } = this
    const firstSession = sessions[0]?.session ?? null
    return {
      seal: this.seal,
      rows,
      repeated,
      calls,
      results,
      ids,
      known,
      moved,
      summaries,
      commands,
      copies,
      sessions,
      firstSession,
      firstLine,
      agentId: this.agentId ?? null,
      entries,
      nodes,
      skipped,
      repaired,
      recognised,
      isForeign: this.unread.isForeign,
    }
  }
}
