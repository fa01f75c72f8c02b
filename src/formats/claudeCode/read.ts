import { sha256 } from '../../domain/tree/pathHash.ts'
import type { JsonObject } from '../../domain/model.ts'
import { withBreaths } from '../breaths.ts'
import type { Findings } from '../findings.ts'
import type { ImportSource } from '../importSource.ts'
import { lines, type SourceLine } from '../reading/lines/lines.ts'
import type { Counts, PlanItem, PlannedLine, RawPlace, ReadOptions, Reading } from '../plan.ts'
import type { ScratchMap } from '../scratch.ts'
import { tracedCopies, type Traced } from './copied/chain.ts'
import { readEntry, type LineEntry, type NodeKind } from './entry.ts'
import { valuesOf } from '../reading/lines/lineValues.ts'
import { indexLines, type LineIndex } from './lineIndex.ts'
import { madeId, rowOf, type LineRow } from './lineRow.ts'
import { namesOf, namesOfPiece, stemOf, type Names } from './names.ts'
import { Planner } from './planning.ts'
import { idOf } from './copied/sessionIds.ts'
import { wovenSessions, type WovenSessions } from './woven.ts'

/** Reads a Claude Code transcript through once; null when nothing in it is one. */
export async function readClaudeCode(source: ImportSource, options: ReadOptions): Promise<Reading | null> {
  const traced = await tracedCopies(source, options.stored)
  const { piece } = options
  const { index, woven } = await sessionsOf(source, options, traced)
  if (piece === undefined && (!index.recognised || index.isForeign)) return null
  const names = piece ? namesOfPiece(piece) : namesOf(index, source.name, options.conversationId, woven)
  const firstLine = piece?.firstLine ?? 1
  for (const { line, session, sessions } of woven)
    options.findings.add(line, 'WOVEN_SESSIONS', wovenMessage(sessions, names.session(session)))
  const counts = countsOf(index)
  return {
    lineOwners: () =>
      new Set([names.lines(index.firstSession), ...index.sessions.map(({ session }) => names.lines(session))]),
    identityOf: null,
    ownedLines: () => ownedLines(source, index, names, firstLine),
    items: () => withBreaths(new Emitting(source, index, names, options, counts, traced).items()),
    counts,
    isSidecar: false,
    // Its lines are sure marks, so nothing is compared with what it leaves.
    taken: { turns: index.nodes, left: 0, notUnderstood: [] },
    isEmpty: false,
  }
}

/** Returns the index of a file, and which of its sessions are one conversation: of these an id is of one entry. */
async function sessionsOf(
  source: ImportSource,
  options: ReadOptions,
  traced: Traced,
): Promise<{ index: LineIndex; woven: readonly WovenSessions[] }> {
  const { piece, scratch } = options
  const index = await indexLines(source, options, { traced, nameOf: (session) => (piece ? '' : session) })
  const woven = piece ? [] : wovenSessions(index, stemOf(source.name), scratch)
  if (woven.length === 0 || !index.ids.hasRepeated) return { index, woven }
  const again = {
    ...options,
    findings: repeatsOnly(options.findings),
    scratch: { ...scratch, map: <V>(name: string) => scratch.map<V>(`${name}OfJoined`) },
  }
  const nameOf = (id: string) => woven.find(({ sessions }) => sessions.includes(id))?.session ?? id
  return { index: await indexLines(source, again, { traced, nameOf }), woven }
}

/** Of what a second index finds only repeated ids are new: those of sessions that are one. */
function repeatsOnly(findings: Findings): Findings {
  const told = new Set(findings.list().map(({ line, message }) => `${line}\n${message}`))
  const add: Findings['add'] = (line, code, message) => {
    if (code === 'DUPLICATE_ID' && !told.has(`${line}\n${message}`)) findings.add(line, code, message)
  }
  return { add, once: () => undefined, list: () => findings.list() }
}

function wovenMessage(sessions: readonly string[], name: string): string {
  const some = sessions.slice(0, 3).join(', ')
  const more = sessions.length > 3 ? ` and ${sessions.length - 3} more` : ''
  return `The lines go back and forth between the sessions ${some}${more}; they are one conversation, "${name}".`
}

function countsOf({ entries, nodes, skipped, repaired }: LineIndex): Counts {
  const later = {
    roots: 0,
    leaves: 0,
    branchPoints: 0,
    danglingParents: 0,
    unansweredToolCalls: 0,
    orphanToolResults: 0,
    emptyTurns: 0,
    unreadBlocks: 0,
    reachable: 1,
  }
  return { entries, nodes, skipped, repaired, ...later }
}

/** Says of which session each line is, for lines in order. */
function sessionByLine(index: LineIndex): (line: number) => string | null {
  let [at, session] = [0, index.firstSession]
  return (line) => {
    for (let next = index.sessions[at]; next && next.fromLine <= line; next = index.sessions[++at])
      session = next.session
    return session
  }
}

/** Gives each line, in order, its owner and its number among that one's lines. */
function owning(
  names: Names,
  firstLine: number,
): (session: string | null) => { conversationId: string; number: number; isLast: false } {
  const counts = new Map<string, number>()
  return (session) => {
    const conversationId = names.lines(session)
    const number = (counts.get(conversationId) ?? firstLine - 1) + 1
    counts.set(conversationId, number)
    return { conversationId, number, isLast: false }
  }
}

async function* ownedLines(
  source: ImportSource,
  index: LineIndex,
  names: Names,
  firstLine: number,
): AsyncIterable<PlannedLine> {
  const sessionOf = sessionByLine(index)
  const owned = owning(names, firstLine)
  for await (const sourceLines of lines(source.open()))
    for (const { number, bytes } of sourceLines)
      yield { kind: 'line', ...owned(sessionOf(number)), bytes, isBlock: false }
}

interface Waiting {
  readonly id: string
  readonly raw: RawPlace
}

/** Yielded at once, about: an await for each item would cost as much as reading it; lines may be long. */
const atOnce = { items: 256, bytes: 1024 * 1024 }

/** The second reading: yields everything in tree order. Nodes whose parent comes later in the file wait for it. */
class Emitting {
  private readonly source: ImportSource
  private readonly traced: Traced
  private readonly index: LineIndex
  private readonly names: Names
  private readonly firstLine: number
  private readonly planner: Planner
  private readonly findings: Findings
  private readonly waiting: ScratchMap<readonly Waiting[]>
  private readonly hashes: ScratchMap<number>
  /** Those that waited for what was yielded last, the first one last. */
  private readonly released: Waiting[] = []
  /** What is to be yielded next, and how long the lines are that it was read from. */
  private ready: PlanItem[] = []
  private readyBytes = 0

  constructor(
    source: ImportSource,
    index: LineIndex,
    names: Names,
    options: ReadOptions,
    counts: Counts,
    traced: Traced,
  ) {
    this.source = source
    this.traced = traced
    this.index = index
    this.names = names
    this.firstLine = options.piece?.firstLine ?? 1
    this.planner = new Planner(index, names, options, counts)
    this.findings = options.findings
    this.waiting = options.scratch.map('waiting')
    this.hashes = options.scratch.map('hashesAgain')
  }

  async *items(): AsyncIterable<readonly PlanItem[]> {
    const sessionOf = sessionByLine(this.index)
    const owned = owning(this.names, this.firstLine)
    for await (const sourceLines of lines(this.source.open()))
      for (const line of sourceLines) {
        const session = sessionOf(line.number)
        const place = owned(session)
        const { conversationId, number } = place
        this.ready.push({ kind: 'line', ...place, bytes: line.bytes, isBlock: false })
        this.readyBytes += line.bytes.length
        for (const [part, value] of valuesOf(line, null).values.entries()) {
          const raw = { conversationId, line: number, part }
          const entry = this.index.ids.entry(this.traced(readEntry(value)), session)
          if (entry.node === null) this.ready.push(...this.planner.title(entry, line.number, raw, session))
          else this.node(entry, entry.node, line, raw, session)
          if (this.released.length > 0) yield* this.thoseReleased()
        }
        if (this.isMuch()) yield this.taken()
      }
    yield* this.cycles()
    this.ready.push(...this.planner.finish())
    yield this.taken()
  }

  private isMuch(): boolean {
    return this.ready.length >= atOnce.items || this.readyBytes >= atOnce.bytes
  }

  private taken(): readonly PlanItem[] {
    const taken = this.ready
    this.ready = []
    this.readyBytes = 0
    return this.index.ids.asInFile(taken)
  }

  private node(entry: LineEntry, kind: NodeKind, line: SourceLine, raw: RawPlace, session: string | null): void {
    const id = entry.uuid ?? this.idAgain(entry)
    const isOdd = entry.uuid === null || this.index.repeated.get(id) === true || this.index.moved.get(id) === true
    const row = isOdd ? this.index.rows.get(id) : rowOf(entry, kind, line, raw.part, entry.sessionId ?? session)
    if (row?.line !== line.number || row.part !== raw.part) return
    if (row.parent !== null && row.parent !== id && !this.planner.has(row.parent) && this.index.rows.get(row.parent)) {
      this.waiting.set(row.parent, [...(this.waiting.get(row.parent) ?? []), { id, raw }])
      return
    }
    this.ready.push(...this.planner.node(entry, id, row, raw))
    this.release(id)
  }

  private idAgain(entry: LineEntry): string {
    const hash = this.index.seal(sha256(JSON.stringify(entry.value))).slice(0, 32)
    const count = (this.hashes.get(hash) ?? 0) + 1
    this.hashes.set(hash, count)
    return madeId(hash, count)
  }

  /** Lets those go on that waited for a node. */
  private release(id: string): void {
    const result = this.waiting.get(id)
    if (!result) return
    this.waiting.delete(id)
    this.released.push(...[...result].reverse())
  }

  private async *thoseReleased(): AsyncIterable<readonly PlanItem[]> {
    for (let next = this.released.pop(); next !== undefined; next = this.released.pop()) {
      if (this.planner.has(next.id)) continue
      const row = this.index.rows.get(next.id) as LineRow
      if (this.index.moved.get(next.id) !== true)
        this.findings.add(row.line, 'LATE_PARENT', `The entry's parent ${idOf(row.parent ?? '')} is on a later line.`)
      this.ready.push(...this.planner.node(await this.readAgain(row), next.id, row, next.raw))
      this.readyBytes += row.length
      this.release(next.id)
      if (this.isMuch()) yield this.taken()
    }
  }

  private async readAgain(row: LineRow): Promise<LineEntry> {
    const bytes = await this.source.slice(row.offset, row.length)
    const { values } = valuesOf({ number: row.line, offset: row.offset, bytes }, null)
    return this.index.ids.entry(this.traced(readEntry(values[row.part] as JsonObject)), row.session)
  }

  /** Entries that are each other's ancestors: the first one of each circle becomes a root. */
  private async *cycles(): AsyncIterable<readonly PlanItem[]> {
    const unplaced = [...this.waiting.entries()].flatMap(([, results]) => results)
    const rows = unplaced.map((one) => ({ ...one, row: this.index.rows.get(one.id) as LineRow }))
    rows.sort((a, b) => a.row.line - b.row.line || a.row.part - b.row.part)
    for (const { id, raw, row } of rows) {
      if (this.planner.has(id)) continue
      this.ready.push(...this.planner.node(await this.readAgain(row), id, { ...row, parent: id }, raw))
      this.release(id)
      yield* this.thoseReleased()
    }
  }
}
