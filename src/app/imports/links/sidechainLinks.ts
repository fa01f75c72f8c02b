import { importStates, spawnEnds, type SpawnEnds } from '../../../domain/records/importMarks.ts'
import type { Block, Conversation, Mark, MessageId, Observation } from '../../../domain/model.ts'
import { callTitle } from '../../../domain/prompts/callTitle.ts'
import type { PlannedSpawn } from '../../../formats/plan.ts'
import type { Scope } from '../../scope.ts'
import { afterOf, changesOf, createDraft, type Draft } from '../../write/draft/draft.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { asTreeNode } from '../../read/paths.ts'
import { externalsOf } from '../nodes/externals.ts'
import { entryKey } from '../nodes/placedEntries.ts'
import type { ImportJob } from '../job/importJob.ts'
import { commitSettled } from '../../write/lanes/commit.ts'

const none: SpawnEnds = { callers: [], sidechains: [] }

/** What a file says of sub-agents and of calls that started them. */
export type Tying = Pick<ImportJob, 'fileName' | 'spawns' | 'onAdvance'> & {
  readonly placedByEntry: Pick<ImportJob['placedByEntry'], 'get'>
  /** Conversations of the file: the ledger of the first one says that something was tied. */
  readonly progress: { entries(): Iterable<readonly [string, unknown]> }
}

/**
 * Ties sub-agents to the calls that started them, whichever of the two was imported first. Answers how many were tied that were
 * not before.
 */
export async function linkSidechains(scope: Scope, run: Tying): Promise<number> {
  let tied = 0
  for (let from = 0; from < run.spawns.length; from += 200) {
    tied += await tie(scope, run, run.spawns.slice(from, from + 200))
    run.onAdvance()
  }
  return tied
}

async function tie(scope: Scope, run: Tying, spawns: readonly PlannedSpawn[]): Promise<number> {
  const isCertain = new Map(spawns.flatMap((spawn) => spawn.names.map((one) => [one.name, one.isCertain] as const)))
  const names = [...isCertain.keys()]
  const callers = await callersOf(scope, run, spawns)
  const stored = await scope.store.importMarks(names.map((name) => spawnEnds.nameOf(name)))
  const before = new Map(names.map((name, i) => [name, spawnEnds.read(stored[i]) ?? none]))
  const after = new Map(before)
  for (const { names: of, side } of spawns)
    for (const { name } of of) {
      const halves = after.get(name) ?? none
      const caller = 'caller' in side ? callers.get(callerKey(side)) : undefined
      if ('sidechain' in side) after.set(name, { ...halves, sidechains: withOne(halves.sidechains, side.sidechain) })
      else if (caller !== undefined) after.set(name, { ...halves, callers: withOne(halves.callers, caller) })
    }
  const changed = names.filter((name) => JSON.stringify(after.get(name)) !== JSON.stringify(before.get(name)))
  const marks = changed.map((name) => spawnEnds.mark(after.get(name) ?? none, name))
  if (marks.length === 0) return 0
  const ties = changed.flatMap((name) => tiesOf(after.get(name) ?? none, isCertain.get(name) === true))
  return write(scope, run, ties, marks)
}

const withOne = (list: readonly string[], one: string) => (list.includes(one) ? list : [...list, one])

type Caller = Extract<PlannedSpawn['side'], { readonly caller: string }>
const callerKey = ({ caller, conversationId }: Caller) => entryKey({ conversationId, externalId: caller })

/** The messages of the calls, by the conversation and the id that the calling node has in the file. */
async function callersOf(scope: Scope, run: Tying, spawns: readonly PlannedSpawn[]): Promise<Map<string, MessageId>> {
  const callers = new Map(spawns.flatMap(({ side }) => ('caller' in side ? [[callerKey(side), side] as const] : [])))
  const unknown = [...callers].filter(([key]) => !run.placedByEntry.get(key)).map(([, side]) => side)
  const results = await externalsOf(
    scope,
    unknown.map(({ caller }) => caller),
  )
  const stored = new Map(unknown.map((side, i) => [callerKey(side), callingNode(side, results[i] ?? [])]))
  return new Map(
    [...callers.keys()].flatMap((key) => {
      const message = (run.placedByEntry.get(key)?.node ?? stored.get(key))?.messageId
      return message == null ? [] : [[key, message] as const]
    }),
  )
}

/** Its conversation's own, before one that the conversation has inherited. */
function callingNode({ conversationId: of }: Caller, nodes: readonly Observation[]): Observation | undefined {
  const originals = nodes.filter(({ copyOf }) => copyOf === null)
  return originals.find(({ conversationId }) => conversationId === of) ?? originals[0] ?? nodes[0]
}

interface Tie {
  readonly sidechain: string
  readonly message: MessageId
  /** The file itself names the agent; an equal prompt says less. */
  readonly isNamed: boolean
}

function tiesOf({ callers, sidechains }: SpawnEnds, isNamed: boolean): Tie[] {
  return sidechains.flatMap((sidechain, i) => {
    const message = callers[i]
    return message === undefined ? [] : [{ sidechain, message, isNamed }]
  })
}

async function write(scope: Scope, run: Tying, results: readonly Tie[], importMarks: readonly Mark[]): Promise<number> {
  const ties = [...results].sort((a, b) => Number(b.isNamed) - Number(a.isNamed))
  scope.reads.clear()
  const sidechains = await Promise.all(ties.map(({ sidechain }) => scope.reads.conversation(sidechain)))
  const callers = await Promise.all(ties.map(({ message }) => scope.reads.message(message)))
  const calls = await Promise.all(callers.map(async (one) => one && (await scope.reads.observation(one.latestId))))
  const marks = await scope.store.importMarks(ties.map(({ sidechain }) => importStates.nameOf(sidechain)))
  const parents = [...sidechains.map((one) => one?.sidechainOf), ...callers.map((one) => one?.conversationId)]
  const [[anchor] = ['']] = run.progress.entries()
  const ids = [anchor, ...ties.map(({ sidechain }) => sidechain), ...parents.filter((id): id is string => id != null)]
  const { result } = await commitSettled(scope, [...new Set(ids)], async (laneStates) => {
    let tied = 0
    const drafts = new Map<string, Draft>()
    for (const { frontier } of laneStates)
      if (frontier)
        drafts.set(
          frontier.conversation.id,
          createDraft(scope, frontier, frontier.conversation, asTreeNode(frontier.head)),
        )
    const changed = new Set<string>([anchor])
    const titled: Mark[] = []
    ties.forEach((tie, i) => {
      const caller = callers[i]
      if (!caller || !tieOne(drafts, changed, tie, caller.conversationId)) return
      tied++
      const mark = titleOne(drafts, tie, calls[i]?.blocks ?? [], marks[i])
      if (mark) titled.push(mark)
    })
    const written = [...changed].flatMap((id) => drafts.get(id) ?? [])
    const details = { fileName: run.fileName, ties: true }
    for (const draft of written) draft.events.push(newEvent(scope, 'IMPORT', draft.conversation.id, { details }))
    return {
      changes: written.length === 0 ? null : { ...changesOf(written), importMarks: [...importMarks, ...titled] },
      after: afterOf(written),
      result: tied,
    }
  })
  return result
}

/** Calls a sub-agent what its call says, unless a person or its own file calls it something. */
function titleOne(
  drafts: ReadonlyMap<string, Draft>,
  { sidechain: id }: Tie,
  blocks: readonly Block[],
  mark: Mark | null | undefined,
): Mark | null {
  const [draft, left] = [drafts.get(id), importStates.read(mark)]
  if (!draft || left === null || left.rank >= calledRank) return null
  const { title: known, derivedTitle } = draft.conversation
  const title = callTitle(blocks, derivedTitle)
  if (title === null || (known !== null && known !== left.title)) return null
  draft.conversation = { ...draft.conversation, title }
  return importStates.mark({ ...left, title, rank: calledRank }, id)
}
/** As that of a title which the tool made. */
const calledRank = 2

/**
 * Names the call in the sidechain's conversation; the shape that counts it is that of the calling conversation. Says
 * whether it was not named there before.
 */
function tieOne(
  drafts: ReadonlyMap<string, Draft>,
  changed: Set<string>,
  { sidechain: id, message, isNamed }: Tie,
  caller: string,
): boolean {
  const draft = drafts.get(id)
  if (!draft || draft.conversation.spawnedBy === message || (draft.conversation.spawnedBy !== null && !isNamed))
    return false
  const from = draft.conversation.sidechainOf
  draft.conversation = { ...draft.conversation, spawnedBy: message, sidechainOf: caller }
  changed.add(id)
  if (from === caller) return true
  for (const [of, by] of [
    [from, -1],
    [caller, 1],
  ] as const) {
    const parent = of === null ? undefined : drafts.get(of)
    if (parent === undefined || of === null) continue
    parent.conversation = withSidechains(parent.conversation, by)
    changed.add(of)
  }
  return true
}

function withSidechains(conversation: Conversation, by: number): Conversation {
  const { shape } = conversation
  return { ...conversation, shape: { ...shape, sidechains: Math.max(0, shape.sidechains + by) } }
}
