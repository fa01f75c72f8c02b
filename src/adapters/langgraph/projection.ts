/** The messages of a thread as turns of its conversation: what anybody else sees of it. */
import type { FailureCode } from '../../client/failureCodes.ts'
import type { StateRecordInput, Turn } from '../../client/client.ts'
import { codeOf } from '../turns/json.ts'
import { isMessage, turnOf, type LangChainMessage } from './messageTurns.ts'
import { kinds } from './names.ts'
import type { Split } from './parts.ts'
import { isStoredAlready, type GraphThread } from './thread.ts'

/** So many turns are stored at once. */
const batchLength = 250
/** How many places are looked up first, from the end of a list, and how many at once after those: most lists have grown by a few. */
const [firstWindow, window] = [4, 256]

/** Messages of a checkpoint. */
export interface Messages {
  readonly checkpointId: string
  readonly list: readonly LangChainMessage[]
  readonly split: Split
}

/** Returns what a channel holds as messages; null where it holds anything else. */
export function messagesOf(checkpointId: string, value: unknown, split: Split): Messages | null {
  return Array.isArray(value) && value.every(isMessage) ? { checkpointId, list: value, split } : null
}

/** Turns that are still to be stored, with the records that go with them. */
export interface ProjectedBatch {
  /** The name of the place of the whole list; left out of an empty one. */
  readonly place?: string
  readonly turns: readonly Turn[]
  readonly records: readonly StateRecordInput[]
}

/**
 * Stores all turns of a list but those of the last batch, which is returned: the checkpoint goes with it. A list that begins
 * as one which is there already continues its turns; one that is the beginning of the path takes the head back.
 */
export async function project(thread: GraphThread, messages: Messages): Promise<ProjectedBatch> {
  const { salt } = await thread.salt()
  const places = thread.beginnings(salt, messages.split.items)
  const { length, observationId, emptied } = await longestKnown(thread, places)
  if (length === messages.list.length) await rewindTo(thread, observationId)
  const place = places.at(-1)
  const batches: ProjectedBatch[] = []
  for (let from = length; from < messages.list.length; from += batchLength)
    batches.push(batchOf(messages, { places, emptied }, from, from === length ? observationId : undefined))
  for (const { turns, records } of batches.slice(0, -1)) await thread.write([], records, turns)
  return { ...(batches.at(-1) ?? nothing), ...(place !== undefined && { place }) }
}

export const nothing: ProjectedBatch = { turns: [], records: [] }

interface Known {
  readonly length: number
  /** Where the last one stands that is stored as a turn; null: nowhere. */
  readonly observationId: string | null
  /** Places whose turns are gone: they are written again. */
  readonly emptied: ReadonlySet<string>
}

/** Returns how much of a list is stored as turns. */
async function longestKnown(thread: GraphThread, places: readonly string[]): Promise<Known> {
  const emptied = new Set<string>()
  for (let end = places.length, size = firstWindow; end > 0; [end, size] = [end - size, window]) {
    const from = Math.max(end - size, 0)
    const results = await thread.places(places.slice(from, end))
    const known = new Map(results.map(({ key, observation }) => [key, observation?.id]))
    for (let i = end - 1; i >= from; i--) {
      const place = places[i] as string
      const observationId = known.get(place)
      if (observationId !== undefined) return { length: i + 1, observationId, emptied }
      if (known.has(place)) emptied.add(place)
    }
  }
  return { length: 0, observationId: null, emptied }
}

/** `parent`: what the first turn continues, null for a new root; left out: the turn before. */
function batchOf(
  { checkpointId, list, split }: Messages,
  { places, emptied }: { readonly places: readonly string[] } & Pick<Known, 'emptied'>,
  from: number,
  parent: string | null | undefined,
): ProjectedBatch {
  const parts = new Map(split.parts.filter(({ kind }) => kind === kinds.item).map((part) => [part.key, part]))
  const turns: Turn[] = []
  const records: StateRecordInput[] = []
  for (const [i, message] of list.slice(from, from + batchLength).entries()) {
    const { id } = message
    const turn = turnOf(message, typeof id === 'string' && id !== '' ? id : `${checkpointId}.${from + i}`)
    const place = parent === undefined || i > 0 ? {} : { parent: parent === null ? null : { observationId: parent } }
    turns.push({ ...turn, ...place })
    const key = places[from + i] as string
    // A second store of the same turns is refused, so no key of the write is kept.
    const ifExists = emptied.has(key) ? 'REPLACE' : 'REFUSE'
    records.push({ kind: kinds.turn, key, value: turn.turnId, turn: i, ifExists })
    const item = parts.get(split.items[from + i] as string)
    // It is about the turn now: they are erased together.
    if (item !== undefined) records.push({ ...item, ifExists: 'REPLACE', turn: i })
  }
  return { turns, records }
}

/** Messages were taken away from the end, or are those of another branch: the head goes there. */
async function rewindTo(thread: GraphThread, observationId: string | null): Promise<void> {
  const { conversation: talk } = thread
  const summary = await talk.summary()
  if (summary === null || (summary.head?.id ?? null) === observationId) return
  if (observationId === null) {
    await talk.rewind({ turns: everything })
    return
  }
  try {
    await talk.rewind({ to: { observationId } })
  } catch (thrown) {
    refusalOf(thrown)
    await talk.switchTo(observationId)
  }
}

const everything = 1_000_000_000

/** What says nothing about a list of messages, but about the store or the connection. */
const passing: ReadonlySet<FailureCode> = new Set(['UNREACHABLE', 'TIMEOUT', 'CLOSED', 'RECORD_CHANGED'])

/** Returns the code with which turns were refused; throws what is no refusal of theirs. */
export function refusalOf(thrown: unknown): string {
  const code = codeOf(thrown)
  if (code === null || passing.has(code) || isStoredAlready(thrown)) throw thrown
  return code
}
