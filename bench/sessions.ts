/**
 * What sessions of the Claude Agent SDK cost: `npm ci --prefix test/adapters/claudeAgentSdk`, then
 * `node --import tsx bench/sessions.ts [lines] [forks]`. Ratios are of one run, in turns; medians.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { TurngraphSessionStore, type SessionStoreEntry } from '../src/adapters/claudeAgentSdk/index.ts'
import { connect, type ConnectedGraph } from '../src/client/client.ts'
import { folderBytes } from './support/folderBytes.ts'
import type { Sdk } from '../test/adapters/claudeAgentSdk/statements.ts'

const [lines = 100_000, forks = 100] = process.argv.slice(2).map(Number)
const { sdk } = (await import('../test/adapters/claudeAgentSdk/judges/sdk.ts')) as { readonly sdk: Sdk }
const projectKey = '-work'

const uuid = (session: number, n: number) =>
  `${String(session).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

function line(session: number, n: number): SessionStoreEntry {
  const isUser = n % 2 === 1
  const words = Array.from({ length: isUser ? 30 : 120 }, (_, i) => ((n * 7919 + i * 104_729) % 99_991).toString(36))
  const text = words.join(' ')
  return {
    ...{ type: isUser ? 'user' : 'assistant', uuid: uuid(session, n), sessionId: uuid(session, 0), isSidechain: false },
    ...{ parentUuid: n === 1 ? null : uuid(session, n - 1), version: '2.1.331', cwd: '/work', gitBranch: 'main' },
    ...{ userType: 'external', timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString() },
    message: isUser
      ? { role: 'user', content: text }
      : {
          ...{ id: `msg_${session}_${n}`, type: 'message', role: 'assistant', model: 'claude' },
          ...{ content: [{ type: 'text', text }], usage: { input_tokens: 100, output_tokens: 50 } },
        },
  }
}

const many = (session: number, from: number, count: number) =>
  Array.from({ length: count }, (_, i) => line(session, from + i))
const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[all.length >> 1] ?? NaN

async function appends(store: TurngraphSessionStore): Promise<void> {
  const at = new Map([
    [1, 100],
    [2, lines],
  ])
  for (const [session, length] of at)
    for (let from = 1; from <= length; from += 2000)
      await store.append({ projectKey, sessionId: uuid(session, 0) }, many(session, from, Math.min(2000, length + 1 - from))) // prettier-ignore
  const times = new Map<number, number[]>([...at.keys()].map((session) => [session, []]))
  for (let round = 0; round < 50; round++)
    for (const [session, length] of at) {
      const began = performance.now()
      await store.append({ projectKey, sessionId: uuid(session, 0) }, [line(session, length + 1)])
      times.get(session)?.push(performance.now() - began)
      at.set(session, length + 1)
    }
  const [short, long] = [median(times.get(1) ?? []), median(times.get(2) ?? [])]
  console.log(`append of a line: ${short.toFixed(2)} ms at 100, ${long.toFixed(2)} ms at ${lines}, ${(long / short).toFixed(2)}x`) // prettier-ignore
}

async function forked(store: TurngraphSessionStore, client: ConnectedGraph, data: string): Promise<void> {
  const sessionId = uuid(3, 0)
  await store.append({ projectKey, sessionId }, many(3, 1, 1000))
  const before = folderBytes(data)
  let written = 0
  for (let n = 0; n < forks; n++) {
    const { sessionId: fork } = await sdk.forkSession(sessionId, { sessionStore: store, dir: '/work' })
    if (n === 0) written = JSON.stringify(await store.load({ projectKey, sessionId: fork })).length
  }
  const grown = folderBytes(data) - before
  const query = 'query ($id: ID!) { conversation(id: $id) { treeShape { nodes } } }'
  const { conversation } = await client.query<{ conversation: { treeShape: { nodes: number } } }>(query, {
    id: sessionId,
  })
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  console.log(`${forks} forks of 1,000 lines: ${mb(grown)}, their lines ${mb(written * forks)}; ${conversation.treeShape.nodes} nodes`) // prettier-ignore
}

/** Forks of the same session by reference: `forkConversation`, no lines. The store is closed when it is weighed, so that its log is empty. */
async function forkedByReference(data: string): Promise<void> {
  const sessionId = uuid(3, 0)
  const before = folderBytes(data)
  const client = await connect({ data })
  try {
    for (let n = 0; n < forks; n++) await client.conversations.open(sessionId).fork()
  } finally {
    await client.close()
  }
  const kb = ((folderBytes(data) - before) / 1e3).toFixed(0)
  console.log(`${forks} forks of 1,000 lines by reference: ${kb} KB`)
}

/** A thousand lines, each appended by itself: how many chunks they are. */
async function singles(store: TurngraphSessionStore, data: string): Promise<void> {
  const sessionId = uuid(4, 0)
  for (const entry of many(4, 1, 1000)) await store.append({ projectKey, sessionId }, [entry])
  const database = new DatabaseSync(join(data, 'turngraph.db'))
  const chunks = database.prepare('SELECT count(*) AS n FROM raw_chunks WHERE conversation_id = ?').get(sessionId) as { readonly n: number } // prettier-ignore
  database.close()
  console.log(`1,000 appends of one line: ${chunks.n} chunks`)
}

const data = mkdtempSync(join(tmpdir(), 'turngraph-sessions-'))
try {
  const client = await connect({ data })
  try {
    const store = new TurngraphSessionStore({ client })
    await forked(store, client, data)
    await singles(store, data)
    await appends(store)
  } finally {
    await client.close()
  }
  await forkedByReference(data)
} finally {
  rmSync(data, { recursive: true, force: true })
}
