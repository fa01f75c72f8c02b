import { connect, type ConnectedGraph, type ConnectOptions, type StateRecordInput } from '../../client/client.ts'
import { AppendLines, SourceLines, type SourceLinesQuery } from '../../client/documents/generated.ts'
import { asJson, badInput, codeOf, membersOf } from '../turns/json.ts'
import { checkKey, kinds, pathOf, projectPath } from './keys.ts'
import { peer } from './peer.ts'
import { forget, placeFor, placeOf, sessionFor, summaryIn, summaryOf, type SessionPlace } from './places.ts'
import type { SessionKey, SessionStoreEntry, SessionSummaryEntry } from './types.ts'

/** Where sessions are kept: by a server, in this process, or by a client that is connected already. */
export type TurngraphSessionStoreOptions = ConnectOptions | { readonly client: ConnectedGraph }

/** What is known of a key between two appends. */
interface Known {
  readonly place: SessionPlace
  readonly sidechainOf: string | null
  readonly summary: { readonly summary: SessionSummaryEntry; readonly version: number } | null
}

/** Bytes of lines that are sent at once; a longer line is sent alone. */
const atOnce = 1024 * 1024
/** How often an append is decided again on what another process has stored first. */
const attempts = 50
/** Sessions whose lines are remembered. */
const rememberedSessions = 1000

/**
 * A store of the Claude Agent SDK's sessions: each session is a conversation, and so is each sub-agent's. Lines come back
 * as they were given, and turns, branches and forks are those that the same file would make.
 */
export class TurngraphSessionStore {
  private readonly options: TurngraphSessionStoreOptions
  private opened: Promise<ConnectedGraph> | null = null
  private readonly known = new Map<string, Known>()
  private readonly pending = new Map<string, Promise<unknown>>()

  constructor(options: TurngraphSessionStoreOptions = {}) {
    this.options = options
  }

  /** Stores lines behind those that a transcript has; one whose `uuid` it has already adds nothing. */
  async append(key: SessionKey, entries: SessionStoreEntry[]): Promise<void> {
    const path = pathOf(checkKey(key))
    const lines = entries.map(lineOf)
    if (lines.length === 0) return
    await this.serially(path, async () => {
      for (let from = 0; from < lines.length;) {
        const to = endOfPiece(lines, from)
        await this.appendPiece(key, entries.slice(from, to), lines.slice(from, to).join(''))
        from = to
      }
    })
  }

  /** Returns all lines of a transcript; null where none was ever stored. */
  async load(key: SessionKey): Promise<SessionStoreEntry[] | null> {
    checkKey(key)
    const client = await this.client()
    const place = await placeOf(client, key)
    if (!place) return null
    const entries: SessionStoreEntry[] = []
    const { conversationId: id, source } = place
    for (let from: number | null = 1; from !== null;) {
      const { sourceLines }: SourceLinesQuery = await client.query(SourceLines, { id, source, from })
      if (sourceLines === null) return entries.length === 0 ? null : entries
      for (const line of sourceLines.content.split('\n'))
        if (line !== '') entries.push(JSON.parse(line) as SessionStoreEntry)
      from = sourceLines.next
    }
    return entries
  }

  /** Returns the sessions of a project with the times when they were stored last. */
  async listSessions(projectKey: string): Promise<{ sessionId: string; mtime: number }[]> {
    return (await this.listSessionSummaries(projectKey)).map(({ sessionId, mtime }) => ({ sessionId, mtime }))
  }

  /** Returns what the SDK knows of the sessions of a project without reading them. */
  async listSessionSummaries(projectKey: string): Promise<SessionSummaryEntry[]> {
    const client = await this.client()
    const range = { kind: kinds.summary, keyPrefix: projectPath(projectKey), first: 1000 }
    return (await client.conversations.records.list(range).all()).map(summaryIn)
  }

  /** Hides a transcript, a session's with those of its sub-agents. One that never was is no error. */
  async delete(key: SessionKey): Promise<void> {
    const path = pathOf(checkKey(key))
    const client = await this.client()
    if (key.subpath === undefined)
      for (const subpath of await this.listSubkeys(key)) await this.delete({ ...key, subpath })
    await this.serially(path, async () => {
      const place = await placeOf(client, key)
      this.known.delete(path)
      if (place) await forget(client, place)
    })
  }

  /** Returns the subpaths of the sub-agents of a session. */
  async listSubkeys(key: { projectKey: string; sessionId: string }): Promise<string[]> {
    const { projectKey, sessionId } = checkKey(key)
    const prefix = `${pathOf({ projectKey, sessionId })}/`
    const client = await this.client()
    const results = await client.conversations.records
      .list({ kind: kinds.session, keyPrefix: prefix, first: 1000 })
      .all()
    return results.map((record) => record.key.slice(prefix.length))
  }

  /** Ends the connection that it has made. */
  async close(): Promise<void> {
    const client = this.opened && !('client' in this.options) ? await this.opened : null
    await client?.close()
  }

  private client(): Promise<ConnectedGraph> {
    this.opened ??= 'client' in this.options ? Promise.resolve(this.options.client) : connect(this.options)
    return this.opened
  }

  private async appendPiece(key: SessionKey, entries: SessionStoreEntry[], content: string): Promise<void> {
    const client = await this.client()
    const path = pathOf(key)
    for (let attempt = 1; ; attempt++) {
      const known = this.known.get(path) ?? (await knownOf(client, key))
      try {
        this.remember(path, await appendLines(client, key, entries, content, known))
        return
      } catch (thrown) {
        this.known.delete(path)
        const code = codeOf(thrown)
        const mayHelp = code === 'RECORD_CHANGED' || code === 'NOT_FOUND'
        if (!mayHelp || attempt === attempts) throw thrown
      }
    }
  }

  private remember(path: string, known: Known): void {
    this.known.delete(path)
    this.known.set(path, known)
    for (const first of this.known.keys()) {
      if (this.known.size <= rememberedSessions) break
      this.known.delete(first)
    }
  }

  private async serially(path: string, work: () => Promise<void>): Promise<void> {
    const done = (this.pending.get(path) ?? Promise.resolve()).then(work)
    const settled = done.catch(() => undefined)
    this.pending.set(path, settled)
    try {
      await done
    } finally {
      if (this.pending.get(path) === settled) this.pending.delete(path)
    }
  }
}

async function knownOf(client: ConnectedGraph, key: SessionKey): Promise<Known> {
  const place = await placeFor(client, key)
  const isSession = key.subpath === undefined
  return {
    place,
    sidechainOf: isSession ? null : await sessionFor(client, key),
    summary: isSession && !place.isNew ? await summaryOf(client, place.conversationId, key) : null,
  }
}

/** Stores lines and the summary of their session in one write; returns the session's facts after it. */
async function appendLines(
  client: ConnectedGraph,
  key: SessionKey,
  entries: SessionStoreEntry[],
  content: string,
  { place, sidechainOf, summary }: Known,
): Promise<Known> {
  const { conversationId, source } = place
  const path = pathOf(key)
  const records: StateRecordInput[] = []
  const first = (kind: string, of: string, value: object) => ({ kind, key: of, value, expectedVersion: 0 }) as const
  if (place.isNew) records.push(first(kinds.owner, 'owner', { path }), first(kinds.session, path, { source }))
  const folded = key.subpath === undefined ? await fold(summary?.summary, key, entries) : null
  if (folded) records.push({ kind: kinds.summary, key: path, value: folded, expectedVersion: summary?.version ?? 0 })
  const input = { mode: 'APPEND', source, conversationId, content, sidechainOf, records } as const
  const { importTranscript } = await client.query(AppendLines, { input })
  const version = importTranscript.records.find(({ kind }) => kind === kinds.summary)?.version
  return {
    place: { ...place, isNew: false },
    sidechainOf,
    summary: folded && version !== undefined ? { summary: folded, version } : null,
  }
}

async function fold(
  before: SessionSummaryEntry | undefined,
  key: SessionKey,
  entries: SessionStoreEntry[],
): Promise<SessionSummaryEntry> {
  const sdk = await peer()
  return asJson(sdk.foldSessionSummary(before, key, entries, { mtime: Date.now() }), ['entries'])
}

function lineOf(entry: SessionStoreEntry, index: number): string {
  if (membersOf(entry) === null) throw badInput('An entry must be an object.', { index }, ['entries', String(index)])
  try {
    return `${JSON.stringify(entry)}\n`
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw badInput(`An entry is not JSON: ${why}`, { index, reason: why }, ['entries', String(index)], cause)
  }
}

function endOfPiece(lines: readonly string[], from: number): number {
  let [to, bytes] = [from, 0]
  while (to < lines.length && (to === from || bytes + Buffer.byteLength(lines[to] ?? '') <= atOnce))
    bytes += Buffer.byteLength(lines[to++] ?? '')
  return to
}
