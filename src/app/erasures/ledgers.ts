import type { Erasure } from '../../domain/erasure/erasure.ts'
import { mergeStructure, namesArtifact } from '../../domain/erasure/mergeLine.ts'
import { names } from '../../domain/erasure/names.ts'
import { noRecords } from '../../domain/changes.ts'
import type { ConversationId, Event, Json, JsonObject } from '../../domain/model.ts'
import type { Run } from '../../domain/records/run.ts'
import { listsOf } from '../read/listsOf.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { commitSettled } from '../write/lanes/commit.ts'
import { writeRewrites, type Emptied, type ForksAt } from './aftermath.ts'

const pageLength = 500

/**
 * Takes notes and details out of the lines of ledgers that refer to what was erased: kinds, times, ids and counts stay. `at` are the forks that
 * begin at it: notes about them are notes about it. Other lines of forks that move no head name something of it only where that is, or has, a copy.
 */
export async function emptyLedgers(scope: Scope, erasure: Erasure, emptied: Emptied, at: ForksAt): Promise<void> {
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  const { forks, sources } = at
  const changedIn = (id: ConversationId, lines: readonly Event[]) => {
    const isGone = (event: Event) => whole.has(id) || isAbout(event, emptied) || isOfFork(event, forks)
    return emptiedOf(lines.filter((event) => event.kind !== 'ERASE' && isGone(event)))
  }
  const isWithForks = (id: ConversationId) => emptied.hasCopies || whole.has(id) || forks.has(id) || sources.has(id)
  for (const id of emptied.conversationIds) {
    const list = isWithForks(id) ? 'ledger' : 'ledgerButForks'
    for await (const page of walkList(unkept(scope), list, id, { limit: pageLength }))
      await writeRewrites(scope, erasure, { events: changedIn(id, page) })
  }
  const others = [...new Set([...forks, ...sources])].filter((id) => !emptied.conversationIds.has(id))
  let changed: Event[] = []
  for await (const [id, lines] of listsOf(scope, 'ledger', others)) {
    changed.push(...changedIn(id, lines))
    if (changed.length < pageLength) continue
    await writeRewrites(scope, erasure, { events: changed })
    changed = []
  }
  await writeRewrites(scope, erasure, { events: changed })
  await emptyMergeLines(scope, erasure)
}

/** Returns those of some lines that say something, without it. */
function emptiedOf(events: readonly Event[]): Event[] {
  return events.map(withoutWords).filter((event, i) => JSON.stringify(event) !== JSON.stringify(events[i]))
}

/** Takes the words out of the lines of merges that name an attachment of what was erased: one that refuted it has no join that would lead there. */
async function emptyMergeLines(scope: Scope, erasure: Erasure): Promise<void> {
  const ids = new Set([...(erasure.plan?.attachmentIds ?? []), ...(erasure.plan?.askedAttachmentIds ?? [])])
  if (ids.size === 0) return
  for await (const page of walkList(unkept(scope), 'eventsOfKind', 'MERGE', { limit: pageLength })) {
    const events = page.filter(({ details }) => namesArtifact(details, ids))
    await writeRewrites(scope, erasure, { events: emptiedOf(events) })
  }
}

/** The line of a fork is in its own ledger and in that of its source. */
function isOfFork({ kind, conversationId, details }: Event, forks: ReadonlySet<string>): boolean {
  const { fork } = details
  if (kind !== 'FORK') return false
  return typeof fork === 'string' ? forks.has(fork) : conversationId !== null && forks.has(conversationId)
}

function isAbout({ conversationId, details, head, kind }: Event, { ids, runs }: Emptied): boolean {
  const { runId } = details
  const isRun = kind === 'RUN' && typeof runId === 'string' && runs.has(JSON.stringify([conversationId, runId]))
  return isRun || names([details, head?.to ?? null], (text) => ids.has(text))
}

/** Returns an event without what people said in it: kinds, times, ids and counts stay. */
export function withoutWords(event: Event): Event {
  return { ...event, actor: null, note: null, details: structureOf(event.details, event.kind) }
}

/** Names of members that hold ids, and say nothing. */
const isId = (name: string): boolean => /(?:Id|Ids)$/.test(name) || ['fork', 'source', 'undoes', 'state'].includes(name)

function structureOf(details: JsonObject, kind: Event['kind']): JsonObject {
  if (kind === 'MERGE') return mergeStructure(details)
  const members = Object.entries(details).flatMap(([name, value]): [string, Json][] => {
    if (typeof value === 'number' || typeof value === 'boolean' || value === null || isId(name)) return [[name, value]]
    return kind === 'CHECKPOINT' && name === 'name' ? [[name, 'erased']] : []
  })
  return Object.fromEntries(members)
}

/** Takes settings, questions and answers out of the runs that stored what was erased, and of erased conversations. */
export async function emptyRuns(scope: Scope, erasure: Erasure, { conversationIds, runs }: Emptied): Promise<void> {
  const whole = new Set(erasure.plan?.conversationIds ?? [])
  for (const id of conversationIds)
    for await (const page of walkList(unkept(scope), 'runsOfConversation', id, { limit: pageLength })) {
      const isIn = ({ runId }: Run) => whole.has(id) || runs.has(JSON.stringify([id, runId]))
      const ids = page.filter((run) => isIn(run) && saysSomething(run)).map(({ runId }) => runId)
      if (ids.length === 0) continue
      await commitSettled(scope, [id], async () => {
        const storedRuns = await scope.store.runs(ids.map((runId) => ({ conversationId: id, runId })))
        const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
        const records = { ...noRecords, runs: storedRuns.flatMap((run) => (run === null ? [] : [emptiedRun(run)])) }
        return { changes: changesOfRecords(event, records), after: new Map(), result: null }
      })
    }
}

const saysSomething = ({ settings, pending, answers }: Run): boolean =>
  settings !== undefined ||
  (pending !== null && pending.request !== null) ||
  answers.some(({ answer }) => answer !== null)

/** Returns a run without what was given, asked and answered in it. */
export function emptiedRun({ settings: _, ...run }: Run): Run {
  const { pending, answers } = run
  return {
    ...run,
    pending: pending && { ...pending, request: null },
    answers: answers.map((one) => ({ ...one, answer: null })),
  }
}
