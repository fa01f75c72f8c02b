import { sha256 } from '../../domain/pathHash.ts'
import type { JsonObject } from '../../domain/model.ts'
import type { Findings } from '../findings.ts'
import type { ImportSource } from '../importSource.ts'
import { lines } from '../lines.ts'
import type {
  Counts,
  PlanItem,
  PlannedLine,
  PlannedNode,
  PlannedSpawn,
  PlannedTitle,
  ReadOptions,
  Reading,
} from '../plan.ts'
import { readDraft } from './draft.ts'
import { asObject, asText, foreignBlocks, readEntry, type Entry } from './entry.ts'
import { indexLines, madeId, valuesOf, type LineIndex, type Row } from './lineIndex.ts'
import { namesOf, ownerSession, spawnNames, type Names } from './names.ts'
import { preservedOf } from './preserved.ts'
import { createStrands } from './strands.ts'

/** Reads a Claude Code transcript through once; null when nothing in it is one. */
export async function readClaudeCode(source: ImportSource, options: ReadOptions): Promise<Reading | null> {
  const index = await indexLines(source, options.scratch, options.findings)
  if (!index.recognised) return null
  const names = namesOf(index, source.name, options.conversationId)
  const counts = countsOf(index)
  return {
    lineOwners: [
      ...new Set([names.lines(index.firstSession), ...index.sessions.map(({ session }) => names.lines(session))]),
    ],
    ownedLines: () => ownedLines(source, index, names),
    items: () => new Emitting(source, index, names, options, counts).items(),
    counts,
  }
}

function countsOf({ entries, nodes, skipped, repaired }: LineIndex): Counts {
  const later = {
    roots: 0,
    leaves: 0,
    branchPoints: 0,
    danglingParents: 0,
    unansweredToolCalls: 0,
    orphanToolResults: 0,
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
function owning(names: Names): (session: string | null) => { conversationId: string; number: number } {
  const counts = new Map<string, number>()
  return (session) => {
    const conversationId = names.lines(session)
    const number = (counts.get(conversationId) ?? 0) + 1
    counts.set(conversationId, number)
    return { conversationId, number }
  }
}

async function* ownedLines(source: ImportSource, index: LineIndex, names: Names): AsyncIterable<PlannedLine> {
  const sessionOf = sessionByLine(index)
  const owned = owning(names)
  for await (const { number, bytes } of lines(source.open())) yield { kind: 'line', ...owned(sessionOf(number)), bytes }
}

type Raw = PlannedNode['raw']
interface Waiting {
  readonly id: string
  readonly raw: Raw
}

/** The second reading: yields everything in tree order. Nodes whose parent comes later in the file wait for it. */
class Emitting {
  private readonly source: ImportSource
  private readonly index: LineIndex
  private readonly names: Names
  private readonly findings: Findings
  private readonly counts: Counts
  private readonly strands
  private readonly waiting
  private readonly sidechains
  private readonly hashes
  private readonly knownSidechains

  constructor(
    source: ImportSource,
    index: LineIndex,
    names: Names,
    { scratch, findings }: ReadOptions,
    counts: Counts,
  ) {
    this.source = source
    this.index = index
    this.names = names
    this.findings = findings
    this.counts = counts
    this.strands = createStrands(scratch)
    this.waiting = scratch.map<readonly Waiting[]>('waiting')
    this.sidechains = scratch.map<string>('sidechains')
    this.hashes = scratch.map<number>('hashesAgain')
    this.knownSidechains = scratch.map<true>('knownSidechains')
  }

  async *items(): AsyncIterable<PlanItem> {
    const sessionOf = sessionByLine(this.index)
    const owned = owning(this.names)
    for await (const line of lines(this.source.open())) {
      const session = sessionOf(line.number)
      const owner = owned(session)
      yield { kind: 'line', ...owner, bytes: line.bytes }
      const { values } = valuesOf(line, null)
      for (const [part, value] of values.entries()) {
        const raw = { conversationId: owner.conversationId, line: owner.number, part }
        yield* this.entry(readEntry(value), line.number, raw, session)
      }
    }
    yield* this.cycles()
    this.finish()
  }

  private async *entry(entry: Entry, line: number, raw: Raw, session: string | null): AsyncIterable<PlanItem> {
    if (entry.node === null) {
      const title = this.titleOf(entry, line, raw, session)
      if (title) yield title
      return
    }
    const id = entry.uuid ?? this.idAgain(entry)
    const row = this.index.rows.get(id)
    if (row?.line !== line || row.part !== raw.part) return
    if (row.parent !== null && row.parent !== id && this.index.rows.get(row.parent) && !this.strands.has(row.parent)) {
      this.waiting.set(row.parent, [...(this.waiting.get(row.parent) ?? []), { id, raw }])
      return
    }
    yield* this.nodeAndThoseWaiting(entry, { id, raw }, row)
  }

  private idAgain(entry: Entry): string {
    const hash = sha256(JSON.stringify(entry.value)).slice(0, 32)
    const count = (this.hashes.get(hash) ?? 0) + 1
    this.hashes.set(hash, count)
    return madeId(hash, count)
  }

  private async *nodeAndThoseWaiting(entry: Entry, { id, raw }: Waiting, row: Row): AsyncIterable<PlanItem> {
    yield* this.node(entry, id, row, raw)
    const next = this.takeWaiting(id)
    for (let child = next.pop(); child !== undefined; child = next.pop()) {
      if (this.strands.has(child.id)) continue
      const childRow = this.index.rows.get(child.id) as Row
      this.findings.add(childRow.line, 'LATE_PARENT', `The entry's parent ${id} stands on a later line.`)
      yield* this.node(await this.readAgain(childRow), child.id, childRow, child.raw)
      next.push(...this.takeWaiting(child.id))
    }
  }

  /** Those that wait for a parent, the last one first. */
  private takeWaiting(parent: string): Waiting[] {
    const found = this.waiting.get(parent)
    if (found) this.waiting.delete(parent)
    return found ? [...found].reverse() : []
  }

  private async readAgain(row: Row): Promise<Entry> {
    const bytes = await this.source.slice(row.offset, row.length)
    return readEntry(valuesOf({ number: row.line, offset: row.offset, bytes }, null).values[row.part] as JsonObject)
  }

  /** Entries that are each other's ancestors: the first one of each circle becomes a root. */
  private async *cycles(): AsyncIterable<PlanItem> {
    const left = [...this.waiting.entries()].flatMap(([, found]) => found)
    const rows = left.map((one) => ({ ...one, row: this.index.rows.get(one.id) as Row }))
    rows.sort((a, b) => a.row.line - b.row.line || a.row.part - b.row.part)
    for (const { id, raw, row } of rows) {
      if (this.strands.has(id)) continue
      yield* this.nodeAndThoseWaiting(await this.readAgain(row), { id, raw }, { ...row, parent: id })
    }
  }

  private async *node(entry: Entry, id: string, row: Row, raw: Raw): AsyncIterable<PlannedNode | PlannedSpawn> {
    const session = ownerSession(entry, row.session)
    const parent = this.parentOf(id, row)
    const conversationId = this.conversationOf(entry, id, parent, session)
    const found = parent !== null && this.strands.has(parent)
    const place = this.strands.place({
      id, conversationId, kind: row.kind, answerId: entry.answerId, isToolText: entry.isToolText, isApiError: entry.isApiError, parent: found ? parent : null,
    }) // prettier-ignore
    if (place.mended) {
      this.counts.repaired++
      this.findings.add(
        row.line,
        'OFF_BRANCH_REPLY',
        'The prompt was chained to an API error beside the answer; it is put after the answer.',
      )
    }
    const preserved = row.kind === 'BOUNDARY' ? preservedOf(entry.value) : null
    for (const { tail, anchor } of preserved?.moved ?? [])
      this.strands.redirect(tail, this.index.rows.get(anchor) ? anchor : id)
    yield {
      kind: 'node',
      conversationId,
      externalId: id,
      parent: place.parent,
      missingParent: found || parent === null ? null : parent,
      aside: place.aside,
      line: row.line,
      raw,
      turnId: row.kind === 'NOTE' || row.kind === 'BOUNDARY' ? null : (entry.turnId ?? id),
      sidechainOf: entry.isSidechain ? this.names.session(session) : null,
      draft: readDraft(entry, row.length, row.line, this.findings),
      keep: preserved?.keep ?? [],
      cwd: asText(entry.value['cwd']),
    }
    yield* this.spawns(entry, id, conversationId, place.parent === null, session)
  }

  /** The parent by id, null for a root; what makes it none is a finding. */
  private parentOf(id: string, row: Row): string | null {
    const { parent, line } = row
    const parentRow = parent === null ? undefined : this.index.rows.get(parent)
    if (parent === id || (parentRow && !this.strands.has(parent as string))) {
      this.findings.add(line, 'PARENT_CYCLE', 'The entry is its own ancestor; it is kept as a root.')
      return null
    }
    if (parentRow && row.sidechain && !parentRow.sidechain) return null
    if (parentRow?.sidechain && !row.sidechain) return this.aboveSidechain(parentRow, line)
    if (parent !== null && !parentRow) this.missing(id, row)
    return parent
  }

  /** The nearest ancestor outside the side chain that an entry of the main chain names as its parent. */
  private aboveSidechain(row: Row, line: number): string | null {
    this.findings.add(
      line,
      'PARENT_IN_SIDECHAIN',
      'The parent of this entry is in a side chain; it is put after what comes before that.',
    )
    let [parent, hops] = [row.parent, 0]
    for (
      let next = parent === null ? undefined : this.index.rows.get(parent);
      next?.sidechain && hops < 100_000;
      hops++
    ) {
      parent = next.parent
      next = parent === null ? undefined : this.index.rows.get(parent)
    }
    return parent !== null && this.strands.has(parent) ? parent : null
  }

  private missing(id: string, row: Row): void {
    if (row.kind === 'BOUNDARY') {
      this.findings.add(row.line, 'LOGICAL_PARENT_MISSING', `What was before the compaction ${id} is not in the file.`)
      return
    }
    this.counts.danglingParents++
    this.findings.add(row.line, 'DANGLING_PARENT', `The entry's parent ${row.parent ?? ''} is not in the file.`)
  }

  private conversationOf(entry: Entry, id: string, parent: string | null, session: string | null): string {
    if (!entry.isSidechain) return this.names.session(session)
    if (entry.agentId !== null) return this.names.agent(session, entry.agentId)
    const name = (parent === null ? undefined : this.sidechains.get(parent)) ?? this.names.agent(session, id)
    this.sidechains.set(id, name)
    return name
  }

  private *spawns(
    entry: Entry,
    id: string,
    conversationId: string,
    isRoot: boolean,
    session: string | null,
  ): Iterable<PlannedSpawn> {
    const scope = this.names.session(session)
    for (const block of foreignBlocks(asObject(entry.value['message'])?.['content'])) {
      const prompt =
        block['type'] === 'tool_use' && spawners.has(block['name'] as string)
          ? asText(asObject(block['input'])?.['prompt'])
          : null
      if (prompt !== null) yield { kind: 'spawn', names: spawnNames(scope, null, prompt), side: { caller: id } }
      const agent = block['type'] === 'tool_result' ? asText(asObject(entry.value['toolUseResult'])?.['agentId']) : null
      const call = agent === null ? undefined : this.index.calls.get(asText(block['tool_use_id']) ?? '')
      if (call) yield { kind: 'spawn', names: spawnNames(scope, agent, null), side: { caller: call.node } }
    }
    if (!entry.isSidechain || this.knownSidechains.get(conversationId)) return
    this.knownSidechains.set(conversationId, true)
    const names = spawnNames(scope, entry.agentId, isRoot ? promptOf(entry) : null)
    yield { kind: 'spawn', names, side: { sidechain: conversationId, sidechainOf: scope } }
  }

  private titleOf({ type, value }: Entry, line: number, raw: Raw, session: string | null): PlannedTitle | null {
    const custom = type === 'custom-title' ? asText(value['customTitle']) : null
    const made = type === 'ai-title' ? asText(value['aiTitle']) : null
    const of = { conversationId: this.names.lines(asText(value['sessionId']) ?? session) }
    if (custom !== null) return { kind: 'title', raw, of, title: custom, rank: 3 }
    if (made !== null) return { kind: 'title', raw, of, title: made, rank: 2 }
    const [summary, leaf] = [asText(value['summary']), asText(value['leafUuid'])]
    if (type !== 'summary' || summary === null || leaf === null) return null
    if (!this.index.rows.get(leaf))
      this.findings.add(line, 'SUMMARY_LEAF_MISSING', `The summary is of ${leaf}, which is not in the file.`)
    return { kind: 'title', raw, of: { externalId: leaf }, title: summary, rank: 1 }
  }

  private finish(): void {
    const { calls, results } = this.index
    const never = [...calls.entries()].filter(([call]) => results.get(call) === undefined)
    const orphans = [...results.entries()].filter(([call]) => !calls.get(call))
    for (const [call, { line }] of never.sort((a, b) => a[1].line - b[1].line))
      this.findings.add(line, 'UNANSWERED_CALL', `The tool call ${call} has no result.`)
    for (const [call, line] of orphans.sort((a, b) => a[1] - b[1]))
      this.findings.add(line, 'ORPHAN_RESULT', `The tool result is of ${call}, a call that is not in the file.`)
    this.counts.unansweredToolCalls = never.length
    this.counts.orphanToolResults = orphans.length
    this.counts.roots = this.strands.roots
    this.counts.leaves = this.strands.leaves
    this.counts.branchPoints = this.strands.branchPoints
    this.counts.reachable = this.strands.reachable()
  }
}

/** Tools that start a sub-agent with a prompt. */
const spawners: ReadonlySet<string> = new Set(['Task', 'Agent'])

function promptOf(entry: Entry): string | null {
  const content = asObject(entry.value['message'])?.['content']
  if (typeof content === 'string') return content
  return foreignBlocks(content).map((block) => (block['type'] === 'text' ? asText(block['text']) : null))[0] ?? null
}
