import type { Findings } from '../findings.ts'
import type { Counts, PlanItem, PlannedNode, PlannedSpawn, PlannedTitle, RawPlace, ReadOptions } from '../plan.ts'
import type { ScratchMap } from '../scratch.ts'
import { readDraft } from './draft.ts'
import { tellUnreachable, Unread } from '../reading/unread.ts'
import { asObject, asText } from '../reading/values.ts'
import { foreignBlocks, ownerSession, type LineEntry } from './entry.ts'
import type { LineIndex } from './lineIndex.ts'
import type { LineRow } from './lineRow.ts'
import { spawnNames, type Names } from './names.ts'
import { preservedOf, type Preserved } from './preserved.ts'
import { Heads } from './heads.ts'
import { PromptRuns } from './promptRuns.ts'
import { idOf } from './copied/sessionIds.ts'
import { Strands } from './strands.ts'

/** Gives each entry its conversation and its place in the canonical tree. Parents are to come before children. */
export class Planner {
  private readonly index: LineIndex
  private readonly names: Names
  private readonly findings: Findings
  private readonly counts: Counts
  private readonly strands: Strands
  private readonly runs: PromptRuns
  private readonly unread = new Unread()
  private readonly heads: Heads
  /** Of nodes in side chains that name no agent: their conversation. */
  private readonly sidechains: ScratchMap<string>
  private readonly knownSidechains: ScratchMap<true>

  constructor(index: LineIndex, names: Names, { scratch, findings }: ReadOptions, counts: Counts) {
    this.index = index
    this.names = names
    this.findings = findings
    this.counts = counts
    this.strands = new Strands(scratch)
    this.runs = new PromptRuns(scratch, index.commands)
    this.heads = new Heads(this.strands)
    this.sidechains = scratch.map('sidechains')
    this.knownSidechains = scratch.map('knownSidechains')
  }

  /** Says whether a node has its place already. */
  has(id: string): boolean {
    return this.strands.has(id)
  }

  /** Yields a node with its place, and what it says of sub-agents. */
  *node(input: LineEntry, id: string, row: LineRow, raw: RawPlace): Iterable<PlanItem> {
    const entry = this.copied(input, id, row)
    const session = ownerSession(entry, row.session)
    const parent = this.parentOf(id, row)
    const conversationId = this.conversationOf(entry, id, parent, row.session)
    const result = parent !== null && this.strands.has(parent)
    const isCopied =
      !entry.isSidechain && entry.forkedFrom !== null && conversationId !== this.names.session(row.session)
    const place = this.strands.place({
      id,
      conversationId,
      kind: row.kind,
      answerId: entry.answerId,
      isToolText: entry.isToolText,
      isApiError: entry.isApiError,
      parent: result ? parent : null,
    })
    if (place.moved) this.tellMoved(row)
    const draft = readDraft(entry, row.length, row.line, this.findings)
    this.unread.add(draft, row.line)
    const preserved =
      row.kind === 'BOUNDARY' ? preservedOf(entry.value, (uuid) => this.index.known(uuid, row.session)) : null
    if (row.kind === 'BOUNDARY') this.goOnFromSummary(entry, id, row, preserved)
    if (!entry.isSidechain) this.heads.placed(this.names.session(row.session), id, place.parent)
    const runId = this.runs.of({ entry, id, conversationId, parent: result ? parent : null })
    const over = this.runs.over()
    // An interrupt is the last line of the run that it ends.
    yield* over.filter(({ last }) => last !== id)
    yield {
      kind: 'node',
      conversationId: isCopied ? this.names.session(row.session) : conversationId,
      origin: isCopied ? { conversationId, isSure: true } : null,
      externalId: id,
      parent: place.parent,
      missingParent: result || parent === null ? null : parent,
      aside: place.aside,
      exact: false,
      isPart: false,
      isBeside: false,
      line: row.line,
      raw,
      turnId: row.kind === 'NOTE' || row.kind === 'BOUNDARY' ? null : (entry.turnId ?? id),
      sidechainOf: entry.isSidechain ? this.names.caller(session) : null,
      runId,
      draft,
      keep: this.keepOf(id, row, preserved),
      summaryAt: 0,
      summary: null,
      cwd: asText(entry.value['cwd']),
    }
    yield* over.filter(({ last }) => last === id)
    yield* this.spawns(entry, id, conversationId, place.parent === null, session)
  }

  /** A copy that does not name its source has the prompt's name of the fork. */
  private copied(entry: LineEntry, id: string, row: LineRow): LineEntry {
    if (entry.forkedFrom !== null) return entry
    const forkedFrom = this.index.copies.sourceOf(entry, { id, line: row.line, session: row.session }, row.parent)
    return forkedFrom === null ? entry : { ...entry, forkedFrom, promptId: null }
  }

  /** What hangs on what was before a compaction goes on from its summary, from the boundary's line on. */
  private goOnFromSummary(
    entry: LineEntry,
    id: string,
    { parent, session }: LineRow,
    preserved: Preserved | null,
  ): void {
    const summary = this.index.summaries.get(id)
    const isLast = summary !== undefined && parent === summary
    const to = isLast ? id : (summary ?? id)
    const logical = asText(entry.value['logicalParentUuid'])
    const before = [logical && this.index.known(logical, session), isLast ? null : parent, preserved?.tail ?? null]
    for (const one of new Set(before)) if (one !== null && one !== to) this.strands.redirect(one, to)
    if (isLast) this.strands.redirect(summary, id)
  }

  /** The summary, where that stands before its boundary, then what is kept behind it. */
  private keepOf(id: string, { parent }: LineRow, preserved: Preserved | null): PlannedNode['keep'] {
    if (preserved === null) return []
    const summary = this.index.summaries.get(id)
    return summary !== undefined && parent === summary ? [[summary, summary], ...preserved.keep] : preserved.keep
  }

  /** The parent by id, null for a root; what makes it none is a finding. */
  private parentOf(id: string, row: LineRow): string | null {
    const { parent, line } = row
    if (parent === null) return null
    if (parent !== id && this.strands.has(parent)) {
      const isInSidechain = this.knownSidechains.get(this.strands.conversationOf(parent)) === true
      if (row.sidechain === isInSidechain) return parent
      return row.sidechain ? null : this.aboveSidechain(parent, line)
    }
    if (parent !== id && !this.index.rows.get(parent)) {
      this.missing(id, row)
      return parent
    }
    this.findings.add(line, 'PARENT_CYCLE', 'The entry is its own ancestor; it is stored as a root.')
    return null
  }

  /** The nearest ancestor outside the side chain that an entry of the main chain names as its parent. */
  private aboveSidechain(parent: string, line: number): string | null {
    const message = 'The parent of this entry is in a side chain; it is put after what comes before that.'
    this.findings.add(line, 'PARENT_IN_SIDECHAIN', message)
    let above: string | null = parent
    for (let hops = 0; above !== null && hops < 100_000; hops++) {
      const row = this.index.rows.get(above)
      if (row?.sidechain !== true) break
      above = row.parent
    }
    return above !== null && this.strands.has(above) ? above : null
  }

  /** Nothing is put elsewhere in silence. */
  private tellMoved({ kind, line, parent }: LineRow): void {
    this.counts.repaired++
    const what = kind === 'USER' ? 'prompt' : 'entry'
    const above = parent === null ? 'nothing' : idOf(parent)
    const message = `The ${what} is chained to ${above}, beside what was said since; it is put after that.`
    this.findings.add(line, 'OFF_BRANCH_REPLY', message)
  }

  private missing(id: string, row: LineRow): void {
    if (row.kind === 'BOUNDARY') {
      this.findings.add(
        row.line,
        'LOGICAL_PARENT_MISSING',
        `What was before the compaction ${idOf(id)} is not in the file.`,
      )
      return
    }
    this.counts.danglingParents++
    this.findings.add(row.line, 'DANGLING_PARENT', `The entry's parent ${row.parent ?? ''} is not in the file.`)
  }

  private conversationOf(entry: LineEntry, id: string, parent: string | null, session: string | null): string {
    const { forkedFrom } = entry
    if (!entry.isSidechain)
      return forkedFrom === null
        ? this.names.session(ownerSession(entry, session))
        : this.names.copied(forkedFrom, session)
    const owner = ownerSession(entry, session)
    if (entry.agentId !== null) return this.names.agent(owner, entry.agentId)
    const name = (parent === null ? undefined : this.sidechains.get(parent)) ?? this.names.agent(owner, idOf(id))
    this.sidechains.set(id, name)
    return name
  }

  private *spawns(
    entry: LineEntry,
    id: string,
    conversationId: string,
    isRoot: boolean,
    session: string | null,
  ): Iterable<PlannedSpawn> {
    const scope = this.names.caller(session)
    for (const block of foreignBlocks(asObject(entry.value['message'])?.['content'])) {
      const prompt =
        block['type'] === 'tool_use' && spawners.has(block['name'] as string)
          ? asText(asObject(block['input'])?.['prompt'])
          : null
      if (prompt !== null)
        yield {
          kind: 'spawn',
          names: spawnNames(this.index, scope, null, prompt),
          side: { caller: id, conversationId },
        }
      const agent = block['type'] === 'tool_result' ? asText(asObject(entry.value['toolUseResult'])?.['agentId']) : null
      const call = agent === null ? undefined : this.index.calls.get(asText(block['tool_use_id']) ?? '')
      if (!call) continue
      const of = this.strands.has(call.node) ? this.strands.conversationOf(call.node) : conversationId
      const side = { caller: call.node, conversationId: of }
      yield { kind: 'spawn', names: spawnNames(this.index, scope, agent, null), side }
    }
    if (!entry.isSidechain || this.knownSidechains.get(conversationId)) return
    this.knownSidechains.set(conversationId, true)
    const names = spawnNames(this.index, scope, entry.agentId, isRoot ? promptOf(entry) : null)
    yield { kind: 'spawn', names, side: { sidechain: conversationId, sidechainOf: scope } }
  }

  /** Yields the title that an entry without a place gives, if it does. */
  *title(
    { type, value, sessionId, ownUuid, parentUuid }: LineEntry,
    line: number,
    raw: RawPlace,
    session: string | null,
  ): Iterable<PlannedTitle> {
    const about = this.names.session(sessionId ?? session)
    const known = (uuid: string) => this.index.known(uuid, sessionId ?? session)
    const stands = type === 'last-prompt' ? asText(value['leafUuid']) : null
    if (stands !== null) this.heads.named(about, known(stands))
    else if (type === 'last-prompt' && value['leafUuid'] === null) this.heads.named(about, null)
    const forkOf = type === 'fork' ? asText(value['forkOf']) : null
    if (ownUuid !== null && forkOf !== null)
      this.heads.ref({
        id: ownUuid,
        raw,
        at: known(forkOf),
        child: parentUuid && known(parentUuid),
        of: this.names.session(forkOf),
        about,
      })
    const custom = type === 'custom-title' ? asText(value['customTitle']) : null
    const made = type === 'ai-title' ? asText(value['aiTitle']) : null
    const of = { conversationId: this.names.lines(sessionId ?? session) }
    if (custom !== null) yield { kind: 'title', raw, of, title: custom, rank: 3 }
    if (made !== null) yield { kind: 'title', raw, of, title: made, rank: 2 }
    const [summary, leaf] = [asText(value['summary']), asText(value['leafUuid'])]
    if (type !== 'summary' || summary === null || leaf === null) return
    if (!this.index.rows.get(leaf))
      this.findings.add(line, 'SUMMARY_LEAF_MISSING', `The summary is of ${leaf}, which is not in the file.`)
    yield { kind: 'title', raw, of: { externalId: leaf }, title: summary, rank: 1 }
  }

  /** Counts what needs the whole file; returns the items that end with it. */
  finish(): readonly PlanItem[] {
    const { calls, results } = this.index
    const never: [string, number][] = []
    const orphans: [string, number][] = []
    for (const [call, { line }] of calls.entries()) if (results.get(call) === undefined) never.push([call, line])
    for (const [call, line] of results.entries()) if (!calls.get(call)) orphans.push([call, line])
    for (const [call, line] of never.sort((a, b) => a[1] - b[1]))
      this.findings.add(line, 'UNANSWERED_CALL', `The tool call ${call} has no result.`)
    for (const [call, line] of orphans.sort((a, b) => a[1] - b[1]))
      this.findings.add(line, 'ORPHAN_RESULT', `The tool result is of ${call}, a call that is not in the file.`)
    this.counts.unansweredToolCalls = never.length
    this.counts.orphanToolResults = orphans.length
    Object.assign(this.counts, this.strands.shape())
    this.counts.reachable = this.strands.reachable()
    Object.assign(this.counts, this.unread.counts())
    this.unread.tell(this.findings)
    tellUnreachable(this.counts, this.findings)
    return [...this.runs.finish(), ...this.heads.finish()]
  }
}

/** Tools that start a sub-agent with a prompt. */
const spawners: ReadonlySet<string> = new Set(['Task', 'Agent'])

function promptOf(entry: LineEntry): string | null {
  const content = asObject(entry.value['message'])?.['content']
  if (typeof content === 'string') return content
  return foreignBlocks(content).map((block) => (block['type'] === 'text' ? asText(block['text']) : null))[0] ?? null
}
