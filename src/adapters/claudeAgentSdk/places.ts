/** Where the lines of sessions are: which conversation, and which source of it. */
import type { ConnectedGraph, StateRecord } from '../../client/client.ts'
import { codeOf, membersOf } from '../turns/json.ts'
import { conversationBelow, conversationsOf, kinds, pathOf } from './keys.ts'
import type { SessionKey, SessionSummaryEntry } from './types.ts'

/** Where the lines of one key are, or are to be. */
export interface SessionPlace {
  readonly conversationId: string
  readonly source: string
  /** Nothing was stored there under this key yet. */
  readonly isNew: boolean
}

/** Returns where the lines of a key are; null where none were stored. */
export async function placeOf(client: ConnectedGraph, key: SessionKey): Promise<SessionPlace | null> {
  const path = pathOf(key)
  const all = await client.conversations.records.list({ kind: kinds.session, keyPrefix: path, first: 1 }).all(1)
  const result = all.find((record) => record.key === path)
  return result?.conversation
    ? { conversationId: result.conversation.id, source: sourceIn(result), isNew: false }
    : null
}

/** Returns where the lines of a key are to be stored: a conversation of that id which was deleted is there again. */
export async function placeFor(client: ConnectedGraph, key: SessionKey): Promise<SessionPlace> {
  const known = await placeOf(client, key)
  if (known) return known
  const { projectKey, sessionId, subpath } = key
  const candidates =
    subpath === undefined
      ? conversationsOf(key)
      : [...new Set([await sessionFor(client, key), ...conversationsOf({ projectKey, sessionId })])].map((id) =>
          conversationBelow(id, subpath),
        )
  for (const conversationId of candidates) {
    await restored(client, conversationId)
    const { records } = client.conversations.open(conversationId)
    const [owner] = await records.list({ kind: kinds.owner }).all(1)
    if (owner && !isOwner(owner, key)) continue
    const own = await records.get(kinds.session, pathOf(key))
    if (own) return { conversationId, source: sourceIn(own), isNew: false }
    const next = await records.get(kinds.next, 'source')
    return { conversationId, source: next ? sourceIn(next) : 'store', isNew: true }
  }
  const last = candidates.at(-1) ?? sessionId
  return { conversationId: `${last}~${encodeURIComponent(projectKey)}`, source: 'store', isNew: true }
}

/** Returns the conversation of a session, which may have no lines of its own yet. */
export async function sessionFor(client: ConnectedGraph, key: SessionKey): Promise<string> {
  const { projectKey, sessionId } = key
  const place = await placeOf(client, { projectKey, sessionId })
  if (place) return place.conversationId
  const [first, second] = conversationsOf(key)
  const [owner] = await client.conversations.open(first).records.list({ kind: kinds.owner }).all(1)
  return owner && !isOwner(owner, { projectKey, sessionId }) ? second : first
}

async function restored(client: ConnectedGraph, id: string): Promise<void> {
  const summary = await client.conversations.open(id).summary()
  if (summary?.deletedAt != null) await client.conversations.open(id).restore()
}

function isOwner({ value }: StateRecord, key: SessionKey): boolean {
  return membersOf(value)?.['path'] === pathOf(key)
}

function sourceIn({ value }: StateRecord): string {
  const source = membersOf(value)?.['source']
  return typeof source === 'string' ? source : 'store'
}

/** Returns the summary of a session with the version of its record. */
export async function summaryOf(
  client: ConnectedGraph,
  conversationId: string,
  key: SessionKey,
): Promise<{ readonly summary: SessionSummaryEntry; readonly version: number } | null> {
  const record = await client.conversations.open(conversationId).records.get(kinds.summary, pathOf(key))
  return record && { summary: summaryIn(record), version: record.version }
}

/** Returns the summary that a record holds: when it was stored is when the record was. */
export function summaryIn({ value, storedAt }: StateRecord): SessionSummaryEntry {
  return { ...(value as SessionSummaryEntry), mtime: Date.parse(storedAt) }
}

/** Hides a conversation: its path is empty, and what is stored under its id later begins again. */
export async function forget(client: ConnectedGraph, { conversationId, source }: SessionPlace): Promise<void> {
  const talk = client.conversations.open(conversationId)
  const summary = await talk.summary()
  if (summary === null || summary.deletedAt !== null) return
  const number = Number(/^store-(\d+)$/.exec(source)?.[1] ?? 1)
  await talk.records.put({ kind: kinds.next, key: 'source', value: { source: `store-${number + 1}` } })
  if (summary.head !== null) await talk.rewind({ turns: 1_000_000_000 })
  await ignoringGone(() => talk.records.delete({ kindPrefix: 'claude.' }))
  await ignoringGone(() => talk.delete())
}

async function ignoringGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (codeOf(thrown) !== 'NOT_FOUND') throw thrown
  }
}
