import { createHash } from 'node:crypto'
import type { ContentKind, Contents, DumpBatch, StoredConversation } from '../../../domain/contents.ts'
import { anyDangling, danglingRoots, importStates, marksOfSource } from '../../../domain/records/importMarks.ts'
import { danglingParent } from '../../../domain/records/importedFields.ts'
import type { Conversation, Instant, Mark, Observation } from '../../../domain/model.ts'
import type { StateRecord } from '../../../domain/records/stateRecord.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'
import { recordPages } from '../../stateRecords/recordPages.ts'
import { isNoRoom, temporaryFull } from '../../../storage/storeFull.ts'
import { sizeOf, sortIn } from '../backup.ts'
import type { Sorter } from '../sorter.ts'
import { pagesOf } from './pages.ts'
import { inParts, recordsOf, type Take, type RecordsOfConversation } from './records.ts'

/** A key of one state of a conversation: some lines of its ledger come without a new version. */
export interface State extends Pick<StoredConversation, 'version' | 'lastSeq'> {
  /** A digest of its state records, which are written without a new version or a line of its ledger. */
  readonly records: string
}

/** What was gathered, and what must still be so for it to be of one moment. */
interface Gathered {
  readonly states: ReadonlyMap<string, State>
  /** The time of the newest line of their ledgers. */
  readonly at: Instant
}

/**
 * Puts a conversation in order with all that it cannot be without: what it was forked from and what was merged into it,
 * the session that started it and its sub-agents, each whole, and what they name.
 */
export async function dependenciesOf(scope: Scope, id: string, sorter: Sorter): Promise<Gathered> {
  let bytes = 0
  const take = <K extends ContentKind>(kind: K, values: readonly Contents[K][]): void => {
    const portion = { kind, values } as unknown as DumpBatch
    try {
      if (values.length > 0) bytes += sortIn(sorter, portion)
    } catch (thrown) {
      throw isNoRoom(thrown) ? temporaryFull(`an export of "${id}"`, bytes + sizeOf(portion), thrown) : thrown
    }
  }
  const things = recordsOf(scope, take)
  const states = new Map<string, State>()
  const waiting = new Map<string, string[]>()
  let at = ''
  for (let open = new Set([id]); open.size > 0;) {
    const conversations = await scope.store.conversations([...open])
    const next = new Set<string>()
    for (const conversation of conversations) {
      if (conversation === null) continue
      const one: Gathering = { scope, take, records: things, conversation, waiting, next }
      states.set(conversation.id, { version: conversation.version, lastSeq: 0, records: '' })
      const end = await gatherOne(one)
      states.set(conversation.id, { version: conversation.version, lastSeq: end.lastSeq, records: end.records })
      if (end.at > at) at = end.at
    }
    open = new Set([...next].filter((other) => !states.has(other)))
  }
  await takeWaiting(scope, take, waiting, states)
  await things.finish(new Set(states.keys()))
  return { states, at }
}

interface Gathering {
  readonly scope: Scope
  readonly take: Take
  readonly records: RecordsOfConversation
  readonly conversation: Conversation
  /** Parents that roots wait for, with the names of their marks. */
  readonly waiting: Map<string, string[]>
  /** Other conversations that this one cannot be without. */
  readonly next: Set<string>
}

/** Returns the number and the time of its newest event, and a digest of its state records. */
async function gatherOne(one: Gathering): Promise<Pick<State, 'lastSeq' | 'records'> & { readonly at: Instant }> {
  const { scope, take, conversation, records: things, next } = one
  const { id, forkedFrom, sidechainOf } = conversation
  if (forkedFrom) next.add(forkedFrom.conversationId)
  if (sidechainOf !== null) next.add(sidechainOf)
  for await (const page of pagesOf(scope, 'sidechains', id)) for (const sidechain of page) next.add(sidechain.id)
  await things.of('CONVERSATION', [id])
  for await (const page of pagesOf(scope, 'messagesOfConversation', id)) {
    take('message', page)
    await things.of(
      'MESSAGE',
      page.map((message) => message.id),
    )
  }
  for await (const page of pagesOf(scope, 'observationsOfConversation', id)) await takeObservations(one, page)
  for await (const page of pagesOf(scope, 'runsOfConversation', id)) take('run', page)
  await takeLines(one)
  const records = await takeRecords(one)
  let [lastSeq, at] = [0, conversation.createdAt]
  for await (const page of pagesOf(scope, 'ledger', id)) {
    take('event', page)
    const last = page.at(-1)
    if (last) [lastSeq, at] = [last.seq ?? 0, last.at]
  }
  take('conversation', [{ ...conversation, lastSeq }])
  return { lastSeq, at, records }
}

async function takeObservations(one: Gathering, page: readonly Observation[]): Promise<void> {
  const { scope, take, records: things, conversation, next, waiting } = one
  const { store } = scope
  take('observation', page)
  things.observations(page)
  const ids = page.map(({ id }) => id)
  const annotations = await splitBatch(ids, (some) => store.annotations(some))
  take(
    'annotations',
    annotations.filter((result) => result !== null),
  )
  const parents = new Set(page.flatMap(({ place }) => place?.parentId ?? []))
  const places = [...parents].map((parentId) => ({ conversationId: conversation.id, parentId }))
  take(
    'junction',
    (await store.junctions(places)).filter((branchPoint) => branchPoint !== null),
  )
  const others = page.flatMap(({ place }) => place?.otherParents ?? [])
  for (const other of others.length === 0 ? [] : await splitBatch(others, (some) => store.observations(some)))
    if (other) next.add(other.conversationId)
  for (const node of page) {
    const parent = danglingParent(node)
    if (parent === null) continue
    const name = danglingRoots.nameOf(parent)
    waiting.set(name, [...(waiting.get(name) ?? []), node.id])
  }
}

/** The raw lines, and what importers left of them. */
async function takeLines({ scope, take, conversation: { id } }: Gathering): Promise<void> {
  const { store } = scope
  const sources = await store.rawSources(id)
  for (const [i, { source }] of sources.entries())
    for (let next = 1; ;) {
      const chunks = await store.rawChunks(id, source, next, 8)
      take(
        'rawChunk',
        chunks.map((chunk) => ({ ...chunk, position: i + 1 })),
      )
      const last = chunks.at(-1)
      if (last === undefined) break
      next = last.firstLine + last.lineCount
    }
  const names = [importStates.nameOf(id), ...sources.flatMap(({ source }) => marksOfSource(id, source))]
  take(
    'importMark',
    (await store.importMarks(names)).filter((mark) => mark !== null),
  )
}

/** Its state records; checkpoints and the like are read before their parts, which are there when they are. */
async function takeRecords({ scope, take, conversation: { id } }: Gathering): Promise<string> {
  const digest = recordDigest()
  for await (const page of recordPages(scope, id)) {
    take('stateRecord', page)
    digest.take(page)
  }
  return digest.end()
}

/** Returns a digest of the state records that a conversation has now. */
export async function recordsNow(scope: Scope, id: string): Promise<string> {
  const digest = recordDigest()
  for await (const page of recordPages(scope, id)) digest.take(page)
  return digest.end()
}

function recordDigest() {
  const hash = createHash('sha256')
  return {
    take(records: readonly StateRecord[]): void {
      for (const { kind, key, version, storedAt } of records)
        hash.update(`${JSON.stringify([kind, key, version, storedAt])}\n`)
    },
    end: () => hash.digest('hex'),
  }
}

/** Marks of roots that wait for their parents: of those that are here. */
async function takeWaiting(
  { store }: Scope,
  take: Take,
  waiting: ReadonlyMap<string, readonly string[]>,
  conversations: ReadonlyMap<string, State>,
): Promise<void> {
  const marks: Mark[] = []
  await inParts([...waiting.keys()], async (part) => {
    for (const mark of await store.importMarks(part)) {
      const roots = (danglingRoots.read(mark) ?? []).filter((root) => conversations.has(root.conversationId))
      if (mark && roots.length > 0) marks.push({ name: mark.name, value: roots })
    }
  })
  if (marks.length > 0) take('importMark', [...marks, anyDangling.mark(true)])
}
