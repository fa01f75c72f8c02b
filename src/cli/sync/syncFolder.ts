import { basename } from 'node:path'
import { fileSource } from '../../app/fileSource.ts'
import { ThreadsToSync } from '../../client/documents/generated.ts'
import { CommandFailed, failureOf, type Failure } from '../../client/failures.ts'
import { conversations } from '../ids/pages.ts'
import { waitingOn, type Work } from '../withGraph.ts'
import { holdsTalk, stateOf, threadsIn, type NeoThread } from './neoFolder.ts'
import { writeThread } from './writeThread.ts'

/** What became of one thread. */
export interface SyncedThread {
  readonly conversationId: string
  /** Turns that the folder had and the store had not. */
  readonly added: number
  /** Files that were written. */
  readonly written: readonly string[]
  /** Both went on: the file's turns stand beside those of the head. */
  readonly conflict: boolean
  /** What the files have no place for. */
  readonly omissions: string | null
  readonly error: Failure | null
}

/** A thread of the folder that came in, as it stood then. */
interface CameIn {
  readonly thread: NeoThread
  readonly state: string
  readonly added: number
  readonly conflict: boolean
}

/** How often a thread is taken in again that another program writes meanwhile. */
const mostTries = 5

const nothing = { added: 0, written: [], conflict: false, omissions: null, error: null }

/** Takes in what a folder of a Neo store has, then writes each thread of the store there as its head's path. */
export async function syncFolder(work: Work, folder: string): Promise<SyncedThread[]> {
  const threads = (await threadsIn(folder)).filter(holdsTalk)
  const came = new Map<string, CameIn>()
  const refused: SyncedThread[] = []
  for (const thread of threads)
    try {
      for (const [id, one] of await takeIn(work, thread)) came.set(id, one)
    } catch (thrown) {
      refused.push({ ...nothing, conversationId: thread.stem, error: named(thread.stem, thrown) })
    }
  const isLines = threads.length > 0 && threads.every(({ files }) => files.every(({ file }) => file !== 'JSON'))
  const untouched = new Set(refused.map(({ conversationId }) => conversationId))
  const done: SyncedThread[] = []
  for await (const { id, turnCount, origin } of conversations(work.graph, ThreadsToSync)) {
    if (untouched.has(id) || (!came.has(id) && (turnCount === 0 || origin === 'EXPERIMENT'))) continue
    done.push(await syncOne(work, { id, folder, isLines }, came.get(id) ?? null))
  }
  return [...done, ...refused].sort((a, b) => (a.conversationId < b.conversationId ? -1 : 1))
}

/** Takes in a thread's files, in their order; answers what came by the conversation that each is of. */
async function takeIn({ graph, terminal }: Work, thread: NeoThread): Promise<Map<string, CameIn>> {
  const state = await stateOf(thread)
  const came = new Map<string, CameIn>()
  for (const { path, file } of thread.files) {
    const format = file === 'JSON' ? 'NEO_JSON' : 'NEO_JSONL'
    const fields = { format, onWait: waitingOn(terminal) }
    const { report, conversationIds } = await graph.import(fileSource(path, basename(path)), fields)
    const isKept = report.added > 0 && report.findings.some(({ code }) => code === 'HEAD_KEPT')
    for (const id of conversationIds) {
      const before = came.get(id)
      const added = (before?.added ?? 0) + report.added
      came.set(id, { thread, state, added, conflict: isKept || before?.conflict === true })
    }
  }
  return came
}

interface Target {
  readonly id: string
  readonly folder: string
  /** A new thread is written as the folder's others are. */
  readonly isLines: boolean
}

/** Writes one thread; what another program wrote there meanwhile is taken in first. */
async function syncOne(work: Work, target: Target, first: CameIn | null): Promise<SyncedThread> {
  let [added, conflict] = [first?.added ?? 0, first?.conflict ?? false]
  const details = { conversationId: target.id, omissions: null, written: [] }
  try {
    for (let [came, tries] = [first, 1]; ; tries++) {
      const { thread = null, state = null } = came ?? {}
      const isAsItWas = async () => thread === null || (await stateOf(thread)) === state
      const done = await writeThread(work, target, thread, isAsItWas)
      if (done !== null) return { ...details, ...done, added, conflict, error: null }
      if (thread === null || tries === mostTries) throw busy(target.id)
      came = (await takeIn(work, thread)).get(target.id) ?? null
      added += came?.added ?? 0
      conflict ||= came?.conflict ?? false
    }
  } catch (thrown) {
    return { ...details, added, conflict, error: named(target.id, thrown) }
  }
}

function named(id: string, thrown: unknown): Failure {
  const { code, message, details } = failureOf(thrown)
  return { code, message: message.includes(id) ? message : `${id}: ${message}`, details }
}

function busy(id: string): CommandFailed {
  return new CommandFailed('FILE_BUSY', `"${id}" was written by another program each of ${mostTries} times; sync again.`, { id }) // prettier-ignore
}
