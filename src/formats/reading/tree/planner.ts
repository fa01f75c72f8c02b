import { fitName } from '../../../domain/ids.ts'
import type { Json } from '../../../domain/model.ts'
import type { Findings } from '../../findings.ts'
import type { Counts, EntryDraft, PlanItem, PlannedLine, PlannedNode } from '../../plan.ts'
import { heldInOrder, type Scratch, type ScratchMap } from '../../scratch.ts'
import { EntryIds } from './entryIds.ts'
import type { ConversationStep, EntryStep, EntryPart, RecordFormat, RunStep, SpawnStep } from './steps.ts'
import { LateEntries, type StepsAt, type LateEntry } from './lateEntries.ts'
import type { Names } from '../conversations/names.ts'
import { briefly, type RecordObject } from '../long/recordValue.ts'
import { nameOf, within, type Survey } from '../survey.ts'
import { asId } from '../values.ts'
import { toolPairs } from './toolPairCounts.ts'
import { TreeCounts } from './treeCounts.ts'
import { tellUnreachable } from '../unread.ts'
import type { StepOfConversation } from './walk.ts'

/** An entry that has its place, as later ones find it. */
interface PlacedEntry {
  readonly externalId: string
  /** The last one of what its entry made. */
  readonly tail: string
}
/** What is known of a conversation of the file while it is planned. */
interface Progress {
  readonly cwd: string | null
  /** The conversation that started it. */
  readonly sidechainOf: string | null
  /** The entry before. */
  readonly last: PlacedEntry | null
  /** The run that is open; `next`: the next entry begins one. */
  readonly run: string | null
  readonly next: { readonly runId: string | null } | null
}

interface Above {
  readonly above: PlacedEntry | null
  /** What the store would call the parent that the file does not have. */
  readonly missingParent: string | null
}
const begun: Progress = { cwd: null, sidechainOf: null, last: null, run: null, next: null }
const root: Above = { above: null, missingParent: null }

/** Yielded at once, about: an await for each item would cost as much as reading it. */
const atOnce = 256

/** Characters of a member, as JSON, that are kept with the conversation. */
const longestMember = 4096

/** Gives the entries of a file ids and places: parents before their children, whatever their order in the file. */
export class StepPlanner {
  private readonly format: RecordFormat
  private readonly survey: Survey
  private readonly findings: Findings
  private readonly placed: ScratchMap<PlacedEntry>
  private readonly late: LateEntries
  private readonly ids: EntryIds
  private readonly names: Names
  private readonly progress: ScratchMap<Progress>
  /** Said before what they name had its place. */
  private lateHeads: (readonly [number, string])[] | null = []
  private readonly spawns: (readonly [number, SpawnStep])[] = []
  private readonly shape: TreeCounts
  private readonly counts: Counts
  private ready: PlanItem[] = []
  /** The steps that are planned now come from another file. */
  private isBeside = false
  /** Entries that other files have, and this one has not so far. */
  private readonly besides: ScratchMap<PlannedNode>

  constructor(
    format: RecordFormat,
    survey: Survey,
    names: Names,
    scratch: Scratch,
    findings: Findings,
    counts: Counts,
  ) {
    this.format = format
    this.survey = survey
    this.findings = findings
    this.counts = counts
    this.placed = scratch.map('placed')
    this.besides = scratch.map('besides')
    this.late = new LateEntries(scratch)
    this.ids = new EntryIds(format, scratch, survey.seal)
    this.shape = new TreeCounts(scratch)
    this.names = names
    this.progress = scratch.map('planProgress', heldInOrder)
  }

  private known(of: number): Progress {
    return this.progress.get(String(of)) ?? begun
  }

  private know(of: number, change: Partial<Progress>): void {
    this.progress.set(String(of), { ...this.known(of), ...change })
  }

  /** Returns what has been planned since it was asked last. */
  taken(): PlanItem[] {
    const taken = this.ready
    this.ready = []
    return taken
  }

  /** Puts a raw line before what it says. */
  line(line: PlannedLine): void {
    this.ready.push(line)
  }

  /** Plans what steps say; yields what is ready where that is much, and nothing where a reader rests. */
  *steps(conversationSteps: Iterable<StepOfConversation>, at: (of: number) => StepsAt): Iterable<PlanItem[]> {
    let part = 0
    for (const { of, step } of conversationSteps) {
      if (this.ready.length >= atOnce) yield this.taken()
      if (step.kind === 'rest') yield []
      else if (step.kind === 'entry') this.entry(of, step, at(of), part++)
      else if (step.kind === 'head') this.head(of, step.id)
      else if (step.kind === 'run') this.run(of, step)
      else if (step.kind === 'waits')
        this.ready.push({ kind: 'waits', conversationId: this.names.of(of), for: step.for })
      else if (step.kind === 'spawn') this.spawns.push([of, step])
      else {
        if (step.sidechainOf !== undefined) this.know(of, { sidechainOf: step.sidechainOf })
        if (step.cwd != null) this.know(of, { cwd: step.cwd })
        if (this.isBeside) continue
        const { raw } = at(of)
        if (step.metadata) this.about(this.names.of(of), step.metadata, raw)
        if (step.title != null && step.title.trim() !== '') this.title(this.names.of(of), step, raw)
      }
    }
  }

  /** Plans the entries of another file of the conversation: they are stored, and only their place may be new. */
  *stepsBeside(conversationSteps: Iterable<StepOfConversation>, at: (of: number) => StepsAt): Iterable<PlanItem[]> {
    this.isBeside = true
    yield* this.steps(conversationSteps, at)
    this.isBeside = false
  }

  /** Moves the head of the only conversation to its last entry, from whichever file. */
  headsLast(): void {
    const { last } = this.known(0)
    if (last) this.ready.push({ kind: 'head', conversationId: this.names.of(0), externalId: last.tail })
  }

  private run(of: number, { state, runId }: RunStep): void {
    const { run, last } = this.known(of)
    if (state === 'CLAIMED') this.know(of, { next: { runId: asId(runId ?? undefined) } })
    else if (run !== null && last !== null) {
      this.know(of, { run: null })
      this.ready.push({ kind: 'run', conversationId: this.names.of(of), runId: run, state, last: last.tail })
    }
  }

  /** The run of an entry: the open one, or the one that it begins. */
  private runOf(of: number, turnId: string): string | null {
    const known = this.known(of)
    if (known.next === null) return known.run
    const run = known.next.runId ?? turnId
    this.know(of, { run, next: null })
    return run
  }

  /** Of what is long, the raw form alone has it. */
  private about(conversationId: string, recordObject: RecordObject, raw: StepsAt['raw']): void {
    const members = Object.entries(recordObject).map(([name, value]) => [name, briefly(value, longestMember)] as const)
    const remaining = members.filter((member): member is readonly [string, Json] => member[1] !== undefined)
    const metadata = Object.fromEntries(remaining)
    if (remaining.length > 0)
      this.ready.push({ kind: 'conversation', conversationId, raw: { ...raw, part: 0 }, metadata })
  }

  private title(conversationId: string, { title, rank = 2 }: ConversationStep, raw: StepsAt['raw']): void {
    this.ready.push({ kind: 'title', raw: { ...raw, part: 0 }, of: { conversationId }, title: title ?? '', rank })
  }

  private entry(of: number, step: EntryStep, at: StepsAt, part: number): void {
    const { cwd } = this.known(of)
    const [name, parent] = [nameOf(step), step.parent]
    if (name !== null && !this.isBeside && this.again(of, name, at, part)) return
    if (name !== null && (this.isPlaced(of, name) || this.late.has(of, name, parent))) return
    const one: LateEntry = { name, step, at, part, cwd }
    const isLate = parent != null && parent !== name && !this.isPlaced(of, parent)
    if (isLate && this.survey.named.get(within(of, parent)) !== undefined) this.late.add(of, parent, one)
    else this.place(of, one)
  }

  private isPlaced(of: number, name: string): boolean {
    return this.placed.get(within(of, name)) !== undefined
  }

  /** Yields again an entry of another file, so that this one counts it. */
  private again(of: number, name: string, at: StepsAt, part: number): boolean {
    const node = this.besides.get(within(of, name))
    if (!node) return false
    this.besides.delete(within(of, name))
    this.ready.push({ ...node, line: at.line, raw: { ...at.raw, part }, isPart: false, isBeside: false })
    this.shape.add(of, node.externalId, null)
    return true
  }

  /** Places an entry and, after it, those that waited for it. One of a circle has its place already. */
  private place(of: number, first: LateEntry): void {
    const open = [first]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      this.placeOne(of, one)
      const waited = one.name === null ? [] : this.late.released(of, one.name)
      const released = waited.filter(({ name }) => name === null || !this.isPlaced(of, name))
      if (this.survey.layout === 'LINES')
        for (const { at, step } of released)
          this.findings.add(at.line, 'LATE_PARENT', `The entry's parent ${step.parent ?? ''} is on a later line.`)
      open.push(...released.reverse())
    }
  }

  private placeOne(of: number, { name, step, at, part, cwd }: LateEntry): void {
    const conversationId = this.names.of(of)
    const { draft, parts = [], keep = [], summary = null, summaryAt = 0, origin = null } = step
    const { sidechainOf } = this.known(of)
    const line = step.line ?? at.line
    const id = this.ids.of(origin?.id ?? conversationId, step)
    const { above, missingParent } = this.parentOf(of, step, name, line)
    const parent = above?.tail ?? null
    const node: PlannedNode = {
      kind: 'node', conversationId, aside: false, exact: true, isMade: step.id === null || step.isMade === true, isPart: this.isBeside, isBeside: this.isBeside, sidechainOf, cwd, line, raw: { ...at.raw, line: this.survey.layout === 'LINES' && step.line !== undefined ? step.line : at.raw.line, part }, parent, missingParent, ...(this.survey.layout === 'VALUES' && { isOfWhole: true }), draft, summary,
      origin: origin && { conversationId: origin.id, isSure: origin.isSure },
      externalId: id.key,
      turnId: turnIdOf(draft, id.turnId),
      runId: this.runOf(of, id.turnId),
      keep: keep.flatMap((pair) => this.retainedIds(of, pair)),
      summaryAt: keep.slice(0, summaryAt).flatMap((pair) => this.retainedIds(of, pair)).length,
    } // prettier-ignore
    this.ready.push(node)
    if (this.isBeside && name !== null) this.besides.set(within(of, name), node)
    if (!this.isBeside) this.shape.add(of, id.key, above?.externalId ?? null, step.isVersion)
    const placed = { externalId: id.key, tail: this.parts(node, id.turnId, parts) }
    if (name !== null) this.placed.set(within(of, name), placed)
    this.know(of, { last: placed })
  }

  /** Puts the further nodes of an entry after it; returns the last one's id. */
  private parts(node: PlannedNode, turnId: string, parts: readonly EntryPart[]): string {
    let tail = node.externalId
    for (const { suffix, draft } of parts) {
      const externalId = `${node.externalId}.${suffix}`
      const own = { externalId, draft, parent: tail, turnId: turnIdOf(draft, `${turnId}.${suffix}`) }
      this.ready.push({ ...node, ...own, missingParent: null, keep: [], summary: null, summaryAt: 0, isPart: true })
      tail = externalId
    }
    return tail
  }

  private parentOf(of: number, { parent }: EntryStep, name: string | null, line: number): Above {
    if (parent === undefined) return { above: this.known(of).last, missingParent: null }
    if (parent === null) return root
    const above = this.placed.get(within(of, parent))
    if (above) return { above, missingParent: null }
    if (parent === name || this.survey.named.get(within(of, parent)) !== undefined) {
      this.findings.add(line, 'PARENT_CYCLE', 'The entry is its own ancestor; it is stored as a root.')
      return root
    }
    this.counts.danglingParents++
    this.findings.add(line, 'DANGLING_PARENT', `The entry's parent ${parent} is not in the file.`)
    return { above: null, missingParent: `${this.format.family ?? this.format.name}:${fitName(parent)}` }
  }

  private retainedIds(of: number, [first, last]: readonly [string, string]): (readonly [string, string])[] {
    const [from, to] = [this.placed.get(within(of, first)), this.placed.get(within(of, last))]
    return from && to ? [[from.externalId, to.tail]] : []
  }

  /** Entries that are each other's ancestors become roots; then warnings that need the whole file are counted. */
  finish(): void {
    this.cycles()
    const late = this.lateHeads ?? []
    this.lateHeads = null
    for (const [of, id] of late) this.head(of, id)
    for (const [of, spawn] of this.spawns) this.spawn(of, spawn)
    Object.assign(this.counts, toolPairs(this.survey, this.findings))
    Object.assign(this.counts, this.shape.counts())
    this.survey.unread.tell(this.findings)
    tellUnreachable(this.counts, this.findings)
  }

  private cycles(): void {
    for (const { of, one } of this.late.left())
      if (one.name === null || !this.isPlaced(of, one.name)) this.place(of, one)
  }

  private spawn(of: number, { by, agent, caller }: SpawnStep): void {
    const names = [{ name: `${by}:agent:${agent}`, isCertain: true }]
    const placed = caller === undefined ? undefined : this.placed.get(within(of, caller))
    if (placed)
      this.ready.push({ kind: 'spawn', names, side: { caller: placed.externalId, conversationId: this.names.of(of) } })
    else if (caller === undefined)
      this.ready.push({ kind: 'spawn', names, side: { sidechain: this.names.of(of), sidechainOf: by } })
  }

  private head(of: number, id: string | null): void {
    if (id === null) {
      this.ready.push({ kind: 'head', conversationId: this.names.of(of), externalId: null })
      return
    }
    const placedEntry = this.placed.get(within(of, id))
    const conversationId = this.names.of(of)
    if (!placedEntry && this.lateHeads) this.lateHeads.push([of, id])
    else if (!placedEntry) {
      this.findings.add(
        null,
        'HEAD_MISSING',
        `"${conversationId}" is said to stand at ${id}, which is not in the file.`,
      )
    }
    if (!placedEntry) return
    this.shape.head(of, placedEntry.externalId)
    this.ready.push({ kind: 'head', conversationId, externalId: placedEntry.tail })
  }
}

const turnIdOf = ({ kind }: EntryDraft, id: string) => (kind === 'TURN' ? id : null)
