import { noRecords, type Changes } from '../../domain/changes.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { noRewrites } from '../../domain/erasure/rewrites.ts'
import { tombstone } from '../../domain/erasure/tombstone.ts'
import { withoutErased } from '../../domain/erasure/erasedMessage.ts'
import type {
  Conversation,
  ConversationId,
  Event,
  Hash,
  Mark,
  Message,
  NewEvent,
  Observation,
  ObservationId,
  RawChunk,
} from '../../domain/model.ts'
import { importStates } from '../../domain/records/importMarks.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { withoutValues } from '../../domain/messages/annotation.ts'
import { untitled } from '../../domain/prompts/title.ts'
import { listsOf } from '../read/listsOf.ts'
import { splitBatch } from '../read/loaders.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { newEvent } from '../write/draft/additions.ts'
import { recountsOf } from '../write/draft/recounts.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { commitRecords, commitSettled } from '../write/lanes/commit.ts'
import { withoutLooseLines, withoutRepetitions } from './looseLines.ts'
import { withoutWords } from './ledgers.ts'
import { erasedChunks } from './rawLines.ts'
import { addNames, dropErasedNames } from './things/stayingNames.ts'
import { marksOfErased } from './suppression/erasedContents.ts'

/** Observations that one transaction empties: with their messages, annotations and raw lines at most about 500 rows. */
const atOnce = 100
const pageLength = 500
/** Observations after which it is written down how far an erasure is. */
const notedAfter = 5_000

/** Empties observations where they stand, conversation by conversation. Those that are erased already are passed over. */
export async function eraseRows(scope: Scope, erasure: Erasure, ids: readonly ObservationId[]): Promise<void> {
  const groups = new Map<ConversationId, ObservationId[]>()
  const names = new Map<Hash, Set<string>>()
  for (let from = 0; from < ids.length; from += 1000) {
    const some = await splitBatch(ids.slice(from, from + 1000), (part) => scope.store.observations(part))
    for (const one of some)
      if (one && one.erased === undefined) {
        groups.set(one.conversationId, [...(groups.get(one.conversationId) ?? []), one.id])
        addNames(names, one)
      }
  }
  await dropErasedNames(scope, erasure, names, new Set(ids))
  let [open, noted] = [[...groups.values()].reduce((sum, { length }) => sum + length, 0), 0]
  for (const [conversationId, own] of groups)
    for (let from = 0; from < own.length; from += atOnce) {
      await eraseSome(scope, erasure, conversationId, own.slice(from, from + atOnce), from === 0)
      open -= Math.min(atOnce, own.length - from)
      noted += atOnce
      if (noted < notedAfter || open === 0) continue
      noted = 0
      await noteProgress(scope, erasure, ids.length - open)
    }
}

/** Stores how far an erasure is: `Erasure.emptied` shows it meanwhile. */
async function noteProgress(scope: Scope, { id }: Erasure, emptied: number): Promise<void> {
  await commitRecords(scope, async () => {
    const [now] = await scope.store.erasures([id])
    if (now?.state !== 'ERASING' || now.plan === null) return { changes: null, result: null }
    const value = { ...now, version: now.version + 1, plan: { ...now.plan, emptied } }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: id } })
    const erasures = [{ expected: now.version, value }]
    return { changes: changesOfRecords(event, { ...noRecords, erasures }), result: null }
  })
}

async function eraseSome(
  scope: Scope,
  erasure: Erasure,
  conversationId: ConversationId,
  ids: readonly ObservationId[],
  isFirst: boolean,
): Promise<void> {
  const before = await splitBatch(ids, (part) => scope.store.observations(part))
  const owners = before.flatMap((one) => (one && rawOrigin(one)?.conversationId) ?? [])
  const lanes = [...new Set([conversationId, ...owners])]
  await commitSettled(scope, lanes, async (laneStates) => {
    scope.reads.clear()
    const storedObservations = await splitBatch(ids, (part) => scope.store.observations(part))
    const open = storedObservations.flatMap((one) => (one && one.erased === undefined ? one : []))
    const conversations = laneStates.flatMap(({ frontier }) => frontier?.conversation ?? [])
    if (open.length === 0) return { changes: null, after: new Map(), result: null }
    scope.erasedPieces?.add(erasure.id, open)
    const isTold = !isFirst || (await isInLedger(scope, conversationId, erasure.id))
    const changes = await changesFor(scope, erasure, { conversationId, conversations, open, isTold })
    return { changes, after: new Map(), result: null }
  })
}

interface Batch {
  readonly conversationId: ConversationId
  readonly conversations: readonly Conversation[]
  readonly open: readonly Observation[]
  /** The ledger has its line of this erasure. */
  readonly isTold: boolean
}

async function changesFor(scope: Scope, erasure: Erasure, batch: Batch): Promise<Changes> {
  const { conversationId, conversations, open, isTold } = batch
  const emptied = open.map((one) => tombstone(one, erasure.id))
  const annotations = await splitBatch(
    open.map(({ id }) => id),
    (ids) => scope.store.annotations(ids),
  )
  const fields = { details: { erasureId: erasure.id } }
  // Each write has an event, by which a store knows an attempt again; in the ledger of the conversation one is enough.
  const event: NewEvent = newEvent(scope, 'ERASE', isTold ? null : conversationId, fields)
  const messages = await messagesAfter(scope, conversationId, emptied)
  const { chunks, summaries } = await withoutRepetitions(
    scope,
    erasure,
    open,
    await erasedChunks(scope, open, erasure.id),
  )
  const titles = new Set(summaries.map((text) => text.trim()))
  const recounts = await Promise.all(messages.map(({ before, after }) => recountsOf(scope.reads, before, after)))
  return {
    events: [event],
    conversations: conversations.map((one) => ({
      expected: one.version,
      value: {
        ...withoutTitle(one.id === conversationId ? withoutTexts(one, erasure) : one, titles),
        version: one.version + 1,
      },
    })),
    messages: messages.map(({ after }) => ({ isNew: false, value: after })),
    counting: { names: new Map(), recounts: recounts.flat() },
    ...{ observations: [], segments: [], junctions: [], key: null },
    importMarks: [
      ...(await marksOfErased(scope, open, erasure)),
      ...(await statesWithoutTitles(scope, conversations, titles)),
    ],
    rawChunks: chunks,
    ...noRecords,
    annotations: annotations.flatMap(withoutValues),
    rewrites: {
      ...noRewrites,
      observations: emptied,
      recordsAbout: emptied.map(({ id }) => id),
      events: await linesOfTitles(scope, conversations, titles),
    },
  }
}

/** A program's summary of what is erased may be what it called the conversation. */
function withoutTitle(conversation: Conversation, titles: ReadonlySet<string>): Conversation {
  return titles.has(conversation.title?.trim() ?? '') && conversation.title !== null
    ? { ...conversation, title: null }
    : conversation
}

/** Returns the lines of ledgers that say such a title, without it. */
async function linesOfTitles(
  scope: Scope,
  conversations: readonly Conversation[],
  titles: ReadonlySet<string>,
): Promise<Event[]> {
  const events: Event[] = []
  for (const { id } of titles.size === 0 ? [] : conversations)
    for await (const page of walkList(unkept(scope), 'ledger', id, { limit: pageLength }))
      events.push(...page.filter(({ details: { title } }) => typeof title === 'string' && titles.has(title.trim())))
  return events.map(withoutWords)
}

/** Returns what importers remember of conversations, without such a title. */
async function statesWithoutTitles(
  { store }: Scope,
  conversations: readonly Conversation[],
  titles: ReadonlySet<string>,
): Promise<Mark[]> {
  if (titles.size === 0) return []
  const marks = await store.importMarks(conversations.map(({ id }) => importStates.nameOf(id)))
  return marks.flatMap((mark) => {
    const state = importStates.read(mark)
    return mark && state && state.title !== null && titles.has(state.title.trim())
      ? { ...mark, value: { ...state, title: null } }
      : []
  })
}

/** Returns a conversation without its texts: what is derived of its turns is derived again once all of them are gone; of an erased conversation nothing else is left. */
export function withoutTexts(conversation: Conversation, { plan }: Pick<Erasure, 'plan'>): Conversation {
  const emptied = { ...conversation, derivedTitle: untitled, preview: '', hasErased: true as const }
  const isWhole = plan?.conversationIds.includes(conversation.id) ?? false
  return isWhole ? { ...emptied, title: null, cwd: null, metadata: {} } : emptied
}

/** Returns the messages of a conversation as they are once these observations are empty. */
async function messagesAfter(
  scope: Scope,
  conversationId: ConversationId,
  emptied: readonly Observation[],
): Promise<{ readonly before: Message; readonly after: Message }[]> {
  const ids = [...new Set(emptied.flatMap(({ messageId }) => messageId ?? []))]
  const storedMessages = await splitBatch(ids, (some) => scope.store.messages(some))
  const now = new Map(emptied.map((one) => [one.id, one]))
  const histories = new Map<string, readonly Observation[]>()
  for await (const [id, history] of listsOf(scope, 'observationsOfMessage', ids)) histories.set(id, history)
  const changes: { before: Message; after: Message }[] = []
  for (const message of storedMessages) {
    if (message?.conversationId !== conversationId) continue
    const history = (histories.get(message.id) ?? []).filter(({ copyOf }) => copyOf === null)
    changes.push({
      before: message,
      after: withoutErased(
        message,
        history.map((one) => now.get(one.id) ?? one),
      ),
    })
  }
  return changes
}

/** An erasure that was broken off may have said so before. */
async function isInLedger(scope: Scope, conversationId: ConversationId, erasureId: string): Promise<boolean> {
  const request = { list: 'events' as const, owner: conversationId, after: null, limit: 100 }
  const [newest = []] = await scope.store.lists([request])
  return newest.some(({ kind, details }) => kind === 'ERASE' && details['erasureId'] === erasureId)
}

/** Takes title, directory and metadata out of conversations that are erased whole: one may have no turns. */
export async function eraseConversations(scope: Scope, erasure: Erasure): Promise<void> {
  for (const id of erasure.plan?.conversationIds ?? []) {
    await rewriteConversation(scope, erasure, id, [])
    for await (const rawChunks of withoutLooseLines(scope, erasure, id))
      if (rawChunks.length > 0) await rewriteConversation(scope, erasure, id, rawChunks)
  }
}

function rewriteConversation(scope: Scope, erasure: Erasure, id: ConversationId, rawChunks: readonly RawChunk[]) {
  return commitSettled(scope, [id], async ([laneState]) => {
    const conversation = laneState?.frontier?.conversation
    const isDone = !conversation || (rawChunks.length === 0 && isBare(conversation))
    if (isDone) return { changes: null, after: new Map(), result: null }
    const isTold = await isInLedger(scope, id, erasure.id)
    const changes = await changesFor(scope, erasure, {
      conversationId: id,
      conversations: [conversation],
      open: [],
      isTold,
    })
    return { changes: { ...changes, rawChunks }, after: new Map(), result: null }
  })
}

const isBare = ({ title, cwd, metadata, hasErased }: Conversation): boolean =>
  title === null && cwd === null && Object.keys(metadata).length === 0 && hasErased === true
