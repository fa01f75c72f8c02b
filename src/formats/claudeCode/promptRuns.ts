import type { PlannedRun } from '../plan.ts'
import type { Scratch, ScratchMap } from '../scratch.ts'
import type { LineEntry } from './entry.ts'
import { promptKind, type Commands } from './prompts.ts'

/** The run that goes on below a node, and whether the model has said something in it. */
interface Going {
  readonly runId: string
  readonly isAnswered: boolean
}
/** The run of a conversation to which its lines belong now. */
interface OpenRun extends Going {
  readonly last: string
}

/** A node as its run depends on it. */
export interface OfRun {
  readonly entry: LineEntry
  readonly id: string
  readonly conversationId: string
  /** The node that it is chained to; null where the file does not have it. */
  readonly parent: string | null
}

/**
 * Finds the runs of a file: one is a prompt and what was said from it on, along the chain of the lines, up to the next
 * prompt that follows an answer (docs/design/formats.md). Nodes are to come as they are planned.
 */
export class PromptRuns {
  private readonly commands: Commands
  /** By node: what goes on below it. */
  private readonly going: ScratchMap<Going>
  /** By the prompt id that a run has: the node that it began with. */
  private readonly began: ScratchMap<string>
  private readonly interrupted: ScratchMap<true>
  private readonly open = new Map<string, OpenRun>()
  private readonly ended: PlannedRun[] = []

  constructor(scratch: Scratch, commands: Commands) {
    this.commands = commands
    this.going = scratch.map('runs')
    this.began = scratch.map('prompts')
    this.interrupted = scratch.map('interruptedRuns')
  }

  /** Returns the run that a node belongs to, null for none. What that ends is `over` then. */
  of(node: OfRun): string | null {
    const { entry, id, parent } = node
    const above = parent === null ? undefined : this.going.get(parent)
    const kind = promptKind(entry)
    if (entry.node === 'NOTE' || entry.node === 'BOUNDARY' || kind === 'SUMMARY') return this.passOn(node, above)
    if (kind === 'LOCAL' || (kind === 'COMMAND' && !this.commands.isAnswered(id))) return null
    const begins = (kind === 'PROMPT' || kind === 'COMMAND') && above?.isAnswered !== false
    const known = begins ? { runId: this.runIdOf(node), isAnswered: false } : above
    if (!known) return null
    const going = entry.node === 'ASSISTANT' ? { ...known, isAnswered: true } : known
    if (kind === 'INTERRUPT') this.interrupted.set(going.runId, true)
    else this.going.set(id, going)
    this.goOn(node, going)
    if (kind === 'INTERRUPT') this.end(node.conversationId)
    return going.runId
  }

  /** Returns the runs that have ended since it was asked last. */
  over(): readonly PlannedRun[] {
    return this.ended.splice(0)
  }

  /** Ends the runs that go on at the end of the file. */
  finish(): readonly PlannedRun[] {
    for (const conversationId of [...this.open.keys()]) this.end(conversationId)
    return this.over()
  }

  /** What a run goes on beyond, and does not end with: markers are of none. */
  private passOn({ id, entry }: OfRun, above: Going | undefined): string | null {
    if (above) this.going.set(id, above)
    return above === undefined || entry.node === 'BOUNDARY' ? null : above.runId
  }

  /** The prompt's own id, where no other prompt has begun with it: commands share theirs. */
  private runIdOf({ entry, id, conversationId }: OfRun): string {
    const { promptId } = entry
    if (promptId === null) return id
    const key = `${conversationId}\n${promptId}`
    const first = this.began.get(key)
    if (first === undefined) this.began.set(key, id)
    return first === undefined || first === id ? promptId : id
  }

  /** A run that lines come back to ends again after the last of them. */
  private goOn({ id, conversationId }: OfRun, { runId, isAnswered }: Going): void {
    const before = this.open.get(conversationId)
    if (before && before.runId !== runId) this.end(conversationId)
    const was = before?.runId === runId && before.isAnswered
    this.open.set(conversationId, { runId, isAnswered: isAnswered || was, last: id })
  }

  /** A run is completed by an answer, unless a person has broken it off. */
  private end(conversationId: string): void {
    const { runId, isAnswered, last } = this.open.get(conversationId) as OpenRun
    this.open.delete(conversationId)
    const isCompleted = isAnswered && this.interrupted.get(runId) !== true
    this.ended.push({ kind: 'run', conversationId, runId, state: isCompleted ? 'COMPLETED' : 'ABORTED', last })
  }
}
