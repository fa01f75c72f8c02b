import type { JsonObject } from '../../domain/model.ts'
import type { Findings } from '../findings.ts'
import type { Counts, EntryDraft, PlanItem, PlannedLine, PlannedNode, RawPlace } from '../plan.ts'
import type { Scratch, ScratchMap } from '../scratch.ts'
import { EntryIds } from './entryIds.ts'
import type { EntryStep, Part, RecordFormat, RunStep } from './steps.ts'
import { nameOf, within, type Survey } from './survey.ts'
import { asId } from './values.ts'
import { toolPairs } from './toolPairCounts.ts'
import { TreeCounts } from './treeCounts.ts'
import type { Told } from './walk.ts'

/** Where the steps of a record stand: the conversation's line, and the line of the file. */
export interface StepsAt {
  readonly raw: Omit<RawPlace, 'part'>
  readonly line: number
}
/** An entry that has its place, as later ones find it. */
interface Placed {
  readonly externalId: string
  /** The last one of what its entry made. */
  readonly tail: string
}
interface Waiting {
  readonly name: string | null
  readonly step: EntryStep
  readonly at: StepsAt
  readonly part: number
  readonly cwd: string | null
}
/** What is known of a conversation of the file while it is planned. */
interface Progress {
  readonly conversationId: string
  readonly cwd: string | null
  /** The entry before. */
  readonly last: Placed | null
  /** The run that is open; `next`: the next entry begins one. */
  readonly run: string | null
  readonly next: { readonly runId: string | null } | null
}

interface Above {
  readonly above: Placed | null
  /** What the store would call the parent that the file does not have. */
  readonly missingParent: string | null
}
const root: Above = { above: null, missingParent: null }

/** Characters of a member, as JSON, that are kept with the conversation. */
const longestMember = 4096

/** Gives the entries of a file ids and places: parents before their children, whatever their order in the file. */
export class StepPlanner {
  private readonly format: RecordFormat
  private readonly survey: Survey
  private readonly findings: Findings
  private readonly placed: ScratchMap<Placed>
  private readonly waiting: ScratchMap<readonly Waiting[]>
  private readonly ids: EntryIds
  private readonly progress: Progress[]
  /** Said before what they name had its place. */
  private lateHeads: (readonly [number, string])[] | null = []
  private readonly shape: TreeCounts
  private readonly counts: Counts
  private ready: PlanItem[] = []

  constructor(
    format: RecordFormat,
    survey: Survey,
    names: readonly string[],
    scratch: Scratch,
    findings: Findings,
    counts: Counts,
  ) {
    this.format = format
    this.survey = survey
    this.findings = findings
    this.counts = counts
    this.placed = scratch.map('placed')
    this.waiting = scratch.map('waitingSteps')
    this.ids = new EntryIds(format, scratch)
    this.shape = new TreeCounts(scratch)
    this.progress = names.map((conversationId) => ({
      conversationId,
      cwd: null,
      last: null,
      lastAt: null,
      run: null,
      next: null,
    }))
  }

  /** Returns what has been planned since it was asked last. */
  taken(): PlanItem[] {
    const taken = this.ready
    this.ready = []
    return taken
  }

  /** How much has been planned since then. */
  get size(): number {
    return this.ready.length
  }

  /** Puts a raw line before what it says. */
  line(line: PlannedLine): void {
    this.ready.push(line)
  }

  steps(told: Iterable<Told>, at: (of: number) => StepsAt): void {
    let part = 0
    for (const { of, step } of told) {
      const known = this.progress[of] as Progress
      if (step.kind === 'entry') this.entry(of, step, at(of), part++)
      else if (step.kind === 'head') this.head(of, step.id)
      else if (step.kind === 'run') this.run(of, step)
      else {
        this.progress[of] = { ...known, cwd: step.cwd ?? known.cwd }
        if (step.metadata) this.about(known.conversationId, step.metadata)
        if (step.title != null && step.title.trim() !== '') this.title(known.conversationId, step.title, at(of).raw)
      }
    }
  }

  private run(of: number, { state, runId }: RunStep): void {
    const known = this.progress[of] as Progress
    if (state === 'CLAIMED') this.progress[of] = { ...known, next: { runId: asId(runId ?? undefined) } }
    else if (known.run !== null && known.last !== null) {
      const { conversationId, run, last } = known
      this.progress[of] = { ...known, run: null }
      this.ready.push({ kind: 'run', conversationId, runId: run, state, last: last.tail })
    }
  }

  /** The run of an entry: the open one, or the one that it begins. */
  private runOf(of: number, turnId: string): string | null {
    const known = this.progress[of] as Progress
    if (known.next === null) return known.run
    const run = known.next.runId ?? turnId
    this.progress[of] = { ...known, run, next: null }
    return run
  }

  /** Of what is long, the raw form alone has it. */
  private about(conversationId: string, given: JsonObject): void {
    const kept = Object.entries(given).filter(([, value]) => JSON.stringify(value).length <= longestMember)
    if (kept.length > 0) this.ready.push({ kind: 'conversation', conversationId, metadata: Object.fromEntries(kept) })
  }

  private title(conversationId: string, title: string, raw: StepsAt['raw']): void {
    this.ready.push({ kind: 'title', raw: { ...raw, part: 0 }, of: { conversationId }, title, rank: 2 })
  }

  private entry(of: number, step: EntryStep, at: StepsAt, part: number): void {
    const { cwd } = this.progress[of] as Progress
    const name = nameOf(step)
    const { named } = this.survey
    if (name !== null && (this.placed.get(within(of, name)) || this.isWaiting(of, name, step.parent))) return
    const one: Waiting = { name, step, at, part, cwd }
    const { parent } = step
    const isLate = parent != null && parent !== name && !this.placed.get(within(of, parent))
    if (isLate && named.get(within(of, parent)) !== undefined) {
      this.waiting.set(within(of, parent), [...(this.waiting.get(within(of, parent)) ?? []), one])
      return
    }
    this.place(of, one)
  }

  private isWaiting(of: number, name: string, parent: string | null | undefined): boolean {
    const found = parent == null ? undefined : this.waiting.get(within(of, parent))
    return found?.some((one) => one.name === name) === true
  }

  /** Places an entry and, after it, those that waited for it. */
  private place(of: number, first: Waiting): void {
    const open = [first]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      this.placeOne(of, one)
      const released = one.name === null ? [] : this.released(of, one.name)
      if (this.survey.layout === 'LINES') for (const { at, step } of released) this.late(at.line, step.parent ?? '')
      open.push(...released.reverse())
    }
  }

  /** Those that waited for an entry. One of a circle has its place already. */
  private released(of: number, name: string): Waiting[] {
    const found = this.waiting.get(within(of, name)) ?? []
    this.waiting.delete(within(of, name))
    return found.filter((one) => one.name === null || !this.placed.get(within(of, one.name)))
  }

  private late(line: number, parent: string): void {
    this.findings.add(line, 'LATE_PARENT', `The entry's parent ${parent} stands on a later line.`)
  }

  private placeOne(of: number, { name, step, at, part, cwd }: Waiting): void {
    const { conversationId } = this.progress[of] as Progress
    const { draft, parts = [], keep = [], summary = null } = step
    const line = step.line ?? at.line
    const id = this.ids.of(conversationId, step)
    const { above, missingParent } = this.parentOf(of, step, name, line)
    const parent = above?.tail ?? null
    const node: PlannedNode = {
      kind: 'node', conversationId, aside: false, exact: true, isPart: false, sidechainOf: null, cwd, line, raw: { ...at.raw, line: this.survey.layout === 'LINES' && step.line !== undefined ? step.line : at.raw.line, part }, parent, missingParent, draft, summary,
      externalId: id.key,
      turnId: turnIdOf(draft, id.turnId),
      runId: this.runOf(of, id.turnId),
      keep: keep.flatMap((pair) => this.kept(of, pair)),
    } // prettier-ignore
    this.ready.push(node)
    this.shape.add(of, id.key, above?.externalId ?? null)
    const placed = { externalId: id.key, tail: this.parts(node, id.turnId, parts) }
    if (name !== null) this.placed.set(within(of, name), placed)
    this.progress[of] = { ...(this.progress[of] as Progress), last: placed }
  }

  /** Puts the further nodes of an entry after it; returns the last one's id. */
  private parts(node: PlannedNode, turnId: string, parts: readonly Part[]): string {
    let tail = node.externalId
    for (const { suffix, draft } of parts) {
      const externalId = `${node.externalId}.${suffix}`
      const own = { externalId, draft, parent: tail, turnId: turnIdOf(draft, `${turnId}.${suffix}`) }
      this.ready.push({ ...node, ...own, missingParent: null, keep: [], summary: null, isPart: true })
      tail = externalId
    }
    return tail
  }

  private parentOf(of: number, { parent }: EntryStep, name: string | null, line: number): Above {
    if (parent === undefined) return { above: this.progress[of]?.last ?? null, missingParent: null }
    if (parent === null) return root
    const above = this.placed.get(within(of, parent))
    if (above) return { above, missingParent: null }
    if (parent === name || this.survey.named.get(within(of, parent)) !== undefined) {
      this.findings.add(line, 'PARENT_CYCLE', 'The entry is its own ancestor; it is kept as a root.')
      return root
    }
    this.counts.danglingParents++
    this.findings.add(line, 'DANGLING_PARENT', `The entry's parent ${parent} is not in the file.`)
    return { above: null, missingParent: `${this.format.name}:${parent}` }
  }

  private kept(of: number, [first, last]: readonly [string, string]): (readonly [string, string])[] {
    const [from, to] = [this.placed.get(within(of, first)), this.placed.get(within(of, last))]
    return from && to ? [[from.externalId, to.tail]] : []
  }

  /** Entries that are each other's ancestors become roots; then what only the whole file tells is counted. */
  finish(): void {
    this.cycles()
    const late = this.lateHeads ?? []
    this.lateHeads = null
    for (const [of, id] of late) this.head(of, id)
    Object.assign(this.counts, toolPairs(this.survey, this.findings))
    Object.assign(this.counts, this.shape.counts())
  }

  private cycles(): void {
    const left = [...this.waiting.entries()].flatMap(([key, found]) =>
      found.map((one) => ({ of: Number(key.split('\n')[0]), one })),
    )
    for (const { of, one } of left.sort((a, b) => a.one.at.line - b.one.at.line))
      if (one.name === null || !this.placed.get(within(of, one.name))) this.place(of, one)
  }

  private head(of: number, id: string): void {
    const found = this.placed.get(within(of, id))
    const { conversationId } = this.progress[of] as Progress
    if (!found && this.lateHeads) this.lateHeads.push([of, id])
    else if (!found) {
      this.findings.add(
        null,
        'HEAD_MISSING',
        `"${conversationId}" is said to stand at ${id}, which is not in the file.`,
      )
    }
    if (!found) return
    this.shape.head(of, found.externalId)
    this.ready.push({ kind: 'head', conversationId, externalId: found.tail })
  }
}

const turnIdOf = ({ kind }: EntryDraft, id: string) => (kind === 'TURN' ? id : null)
