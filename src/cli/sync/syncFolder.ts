import { basename } from 'node:path'
import { fileSource } from '../../app/fileSource.ts'
import { ThreadsToSync } from '../../client/documents/generated.ts'
import { CommandFailed, failureOf, type Failure } from '../../client/failures.ts'
import { conversations } from '../ids/pages.ts'
import { waitingOn, type Work } from '../withGraph.ts'
import { alone } from './folderLock.ts'
import { holdsTalk, removeParts, stateOf, threadNamed, threadsIn, untilQuiet, type NeoThread } from './neoFolder.ts'
import { continueThread, newThread, type Written } from './writeThread.ts'

/** What became of one thread. */
export interface SyncedThread {
  readonly conversationId: string
  /** Turns that the folder had and the store had not. */
  readonly added: number
  /** Files that were written. */
  readonly written: readonly string[]
  /** Both went on: the file's turns stand beside those of the head. */
  readonly conflict: boolean
  /** The fork whose thread has what of the head's path does not follow the file; null where all does. */
  readonly fork: string | null
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
/** How many threads may stand beside one that both went on with. */
const mostForks = 1000

const nothing = { added: 0, written: [], conflict: false, fork: null, omissions: null, error: null }

/**
 * Takes in what a folder of a Neo store has, then writes behind each thread what the path to its head has more. Nothing is taken
 * out of a file that another program writes too: where ours cannot follow its turns, they go into the thread of a fork.
 */
export async function syncFolder(work: Work, folder: string): Promise<SyncedThread[]> {
  const onWait = () => work.note('Another sync of this folder is under way; this one waits for its end.')
  return alone(folder, () => syncAlone(work, folder), onWait)
}

async function syncAlone(work: Work, folder: string): Promise<SyncedThread[]> {
  await removeParts(folder)
  await untilQuiet(folder)
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
  const ids: string[] = []
  for await (const { id, turnCount, origin } of conversations(work.graph, ThreadsToSync))
    if (!untouched.has(id) && (came.has(id) || (turnCount > 0 && origin !== 'EXPERIMENT'))) ids.push(id)
  const done: SyncedThread[] = []
  for (const id of ids) done.push(await syncOne(work, { id, folder, isLines }, came.get(id) ?? null))
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
  const { id, folder } = target
  let [added, conflict] = [first?.added ?? 0, first?.conflict ?? false]
  const takeAgain = async (thread: NeoThread) => {
    const again = (await takeIn(work, thread)).get(id) ?? null
    added += again?.added ?? 0
    conflict ||= again?.conflict ?? false
    return again
  }
  try {
    for (let [came, tries] = [first, 1]; ; tries++) {
      const done = came === null ? await newThread(work, target) : await continued(work, id, came)
      if (done?.isApart === true) {
        const apart = await besideThread(work, target)
        return { ...nothing, ...apart, conversationId: id, added, conflict: conflict || apart.written.length > 0 }
      }
      if (done !== null) {
        const { written, omissions } = done
        return { ...nothing, conversationId: id, written, omissions, added, conflict }
      }
      if (tries === mostTries) throw busy(id)
      await untilQuiet(folder)
      const thread = came === null ? await threadNamed(folder, id) : came.thread
      came = thread && (await takeAgain(thread))
    }
  } catch (thrown) {
    return { ...nothing, conversationId: id, added, conflict, error: named(id, thrown) }
  }
}

function continued(work: Work, id: string, { thread, state }: CameIn): Promise<Written | null> {
  return continueThread(work, id, thread, async () => (await stateOf(thread)) === state)
}

/** Writes what does not follow a thread's own files into the thread of a fork: into one that it follows, else into a new one. */
async function besideThread(work: Work, target: Target): Promise<Written & { readonly fork: string }> {
  const { id, folder } = target
  for (let n = 1; n <= mostForks; n++) {
    const fork = n === 1 ? `${id}@turngraph` : `${id}@turngraph-${n}`
    const thread = await threadNamed(folder, fork)
    if (thread === null) {
      await forkNamed(work, id, fork)
      const written = await newThread(work, { ...target, id: fork })
      if (written !== null) return { ...written, fork }
    } else {
      const state = await stateOf(thread)
      const written = await continueThread(work, id, thread, async () => (await stateOf(thread)) === state)
      if (written === null) throw busy(id)
      if (written.isApart) continue
      // The fork has what its thread has.
      if (written.written.length > 0) await takeIn(work, thread)
      return { ...written, fork }
    }
  }
  throw busy(id)
}

/** Makes a fork at a conversation's head; one of that name whose thread was removed from the folder is written there again. */
async function forkNamed({ graph }: Work, id: string, fork: string): Promise<void> {
  try {
    await graph.conversations.open(id).fork({ id: fork })
  } catch (thrown) {
    if (failureOf(thrown).code !== 'ALREADY_EXISTS') throw thrown
  }
}

function named(id: string, thrown: unknown): Failure {
  const { code, message, details } = failureOf(thrown)
  return { code, message: message.includes(id) ? message : `${id}: ${message}`, details }
}

function busy(id: string): CommandFailed {
  return new CommandFailed(
    'FILE_BUSY',
    `"${id}" was written by another program each of ${mostTries} times; sync again.`,
    { id },
  )
}
