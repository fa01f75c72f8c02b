import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { backup, type BackupOptions } from '../../src/app/backups/backup.ts'
import { restore, type Restored, type RestoreOptions } from '../../src/app/backups/restore.ts'
import { putRecords } from '../../src/app/stateRecords/putRecords.ts'
import { annotate } from '../../src/app/annotations/annotate.ts'
import { createConversation } from '../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../src/app/conversations/deleteConversation.ts'
import { updateConversation } from '../../src/app/conversations/updateConversation.ts'
import { correctEntity } from '../../src/app/entities/correctEntity.ts'
import { defineEntityType } from '../../src/app/entities/defineEntityType.ts'
import { deleteEntity } from '../../src/app/entities/deleteEntity.ts'
import { mergeEntities } from '../../src/app/entities/mergeEntities.ts'
import { storeEntity } from '../../src/app/entities/storeEntity.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../src/app/heads/checkpoint.ts'
import { rewindConversation } from '../../src/app/heads/rewindConversation.ts'
import { undo } from '../../src/app/heads/undo.ts'
import { cancelMarker } from '../../src/app/markers/cancelMarker.ts'
import { compact } from '../../src/app/markers/compact.ts'
import { dropSpan } from '../../src/app/markers/dropSpan.ts'
import type { Merge } from '../../src/app/merges/merge.ts'
import { mergeConversations } from '../../src/app/merges/mergeConversations.ts'
import { repair } from '../../src/app/repairs/repair.ts'
import { answerRun } from '../../src/app/runs/answerRun.ts'
import { claimRun } from '../../src/app/runs/claimRun.ts'
import { completeRun } from '../../src/app/runs/completeRun.ts'
import { suspendRun } from '../../src/app/runs/suspendRun.ts'
import type { Scope } from '../../src/app/scope.ts'
import { amendMessage } from '../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../src/app/turns/deleteMessage.ts'
import { openScratch } from '../../src/storage/scratch.ts'
import { openSorter } from '../../src/storage/sorter.ts'
import { brings, wordGates } from './merges.ts'
import { say, tools } from './talk.ts'
import { tie } from './things.ts'
import { imports, linesOf } from './transcripts.ts'

/** Returns a backup of all that a scope's tenant has. */
export async function backedUp(scope: Scope, options: Partial<BackupOptions> = {}): Promise<Buffer> {
  await known(scope)
  return buffer(Readable.from(backup(scope, { openSorter, attachments: 'INLINE', ...options })))
}

/** Restores a backup from memory. */
export async function restored(
  scope: Scope,
  bytes: Uint8Array,
  options: Partial<RestoreOptions> = {},
): Promise<Restored> {
  await known(scope)
  const open = () => Readable.from([bytes], { objectMode: false }) as AsyncIterable<Uint8Array>
  return restore(scope, { open, merge: false, openSorter, openScratch: () => openScratch(), ...options })
}

/** The store of a test made the tenant, and the scope knows it as the test wants it. */
async function known({ store, nameKey }: Scope): Promise<void> {
  await store.setNameKey(nameKey)
}

/** What a backup holds of content: not its first and its last line, and not what it says of the tenant and of keys. */
export const contentOf = (bytes: Buffer): string[] =>
  bytes
    .toString()
    .trim()
    .split('\n')
    .filter((line) => !/^\{"line":"(header|receiptKey|tenant|apiKey|end)"/.test(line))

/** Makes at least one of everything that the product knows how to store. */
export async function everything(scope: Scope): Promise<void> {
  await createConversation(scope, {
    id: 'odd:id %',
    title: 'a "title"',
    metadata: { b: 1, a: [2, '\ud800'] },
    cwd: '/w',
  })
  await say(scope, 'talk', 'u1', 'hello \0 \ud83d', { idempotencyKey: 'k1', metadata: { z: 1, a: null } })
  await say(scope, 'talk', 'a1', 'hi', { usage: { inputTokens: 3, costUsd: 0.25, answerId: 'x' }, model: 'm' })
  await say(scope, 'talk', 'u2', 'more', {
    attachments: [{ name: 'n.txt', base64: Buffer.from('bytes').toString('base64') }],
  })
  await say(scope, 'talk', 'u2', 'more, again', { attachments: [{ uri: 'https://example.org/x' }] })
  await tools(scope, 'talk', 'a2', ['c1', 'c2'])
  await tools(scope, 'talk', 't2', ['c1'])
  await tools(scope, 'talk', 't3', ['c2'])
  await say(scope, 'talk', 'a4', 'done')
  await forkConversation(scope, { source: 'talk', newConversationId: 'fork', at: { turn: 2 } })
  await say(scope, 'fork', 'u9', 'elsewhere')
  await forkConversation(scope, { source: 'fork', newConversationId: 'a fork', note: 'why', actor: { name: 'me' } })
  await say(scope, 'a fork', 'u2', 'versions')
  await say(scope, 'a fork', 'u2', 'of it')
  await rewindConversation(scope, { conversationId: 'talk', to: { turn: 2 } })
  await say(scope, 'talk', 'u5', 'another way')
  await undo(scope, { conversationId: 'fork' })
  await amendMessage(scope, { messageId: 'talk:u1', fields: { text: 'hello!', more: { z: 1, a: 2 } } })
  await deleteMessage(scope, { id: 'talk:a1', note: 'out' })
  await marked(scope)
  await merged(scope)
  const { observation } = await say(scope, 'talk', 'u6', 'to be rated')
  await annotate(scope, { observationId: observation.id, annotations: { z: 1, a: { c: 1, b: 2 } } })
  await putRecords(scope, {
    conversationId: 'talk',
    records: [
      { kind: 'k', key: 'a', value: { b: 1 }, parentKey: 'p', observationId: observation.id },
      { kind: 'k.part', key: '\u{1F600}', base64: 'AAE=' },
    ],
  })
  await checkpoint(scope, { conversationId: 'talk', name: 'here' })
  await things(scope)
  await runs(scope)
  await imports(scope, session)
  await updateConversation(scope, { id: 'talk', title: 'named' })
  await createConversation(scope, { id: 'gone' })
  await deleteConversation(scope, { id: 'gone', idempotencyKey: 'k2' })
}

/** Joins of each kind, one of them with a parent that is deeper than itself, and a path that was mended. */
async function merged(scope: Scope): Promise<void> {
  await say(scope, 'joined', 'u1')
  for (const turn of ['u1', 'a1', 'u2'])
    await say(scope, 'branch', turn, turn, { metadata: { insight: turn === 'u2' } })
  await brings(scope, 'branch', 'u3', 'good')
  const merge = (more: Partial<Merge>) =>
    mergeConversations(scope, wordGates(), { into: 'joined', from: ['branch'], strategy: 'INSIGHTS', ...more })
  await merge({ strategy: 'EVIDENCE', gate: { command: 'words' }, reviewer: 'ann', idempotencyKey: 'm1' })
  await say(scope, 'branch', 'u4', 'u4', { metadata: { insight: true } })
  await merge({})
  await say(scope, 'branch', 'a5')
  await merge({ strategy: 'CHERRY_PICK', turns: ['branch:a5'] })
  await say(scope, 'broken', 'u1')
  await tools(scope, 'broken', 'a1', ['c'])
  await say(scope, 'broken', 'u2')
  await repair(scope, { conversationId: 'broken', dryRun: false })
}

async function marked(scope: Scope): Promise<void> {
  for (const turn of ['u1', 'a1', 'u2', 'a2', 'u3', 'a3']) await say(scope, 'marked', turn)
  const point = (turn: number) => ({ turn })
  const conversationId = 'marked'
  const { marker } = await compact(scope, { conversationId, from: point(1), to: point(2), summary: 'so far' })
  await dropSpan(scope, { conversationId, from: point(3), to: point(4) })
  await cancelMarker(scope, { conversationId, markerId: marker.id })
}

async function things(scope: Scope): Promise<void> {
  await defineEntityType(scope, { type: 'person', strategies: { tags: 'merge_array' } })
  await storeEntity(scope, { id: 'p1', type: 'person', name: 'One', fields: { tags: ['a'], z: 1, b: 2 } })
  await storeEntity(scope, { id: 'p2', type: 'person', name: 'Two' })
  await storeEntity(scope, { id: 'p3', type: 'topic', name: 'Three' })
  await correctEntity(scope, { id: 'p1', fields: { tags: ['b'] } })
  await mergeEntities(scope, { from: 'p2', into: 'p1' })
  await tie(scope, 'DEPENDS_ON', 'p1', 'p3', { why: 'so', because: 1 })
  await storeEntity(scope, { id: 'p4', type: 'topic', name: 'Four' })
  await deleteEntity(scope, { id: 'p4' })
}

async function runs(scope: Scope): Promise<void> {
  await claimRun(scope, { conversationId: 'runs', runId: 'r1' })
  await say(scope, 'runs', 'u1', 'go', { runId: 'r1' })
  await suspendRun(scope, { conversationId: 'runs', runId: 'r1', questionId: 'q', request: { z: 1, a: 2 } })
  await answerRun(scope, { conversationId: 'runs', runId: 'r1', questionId: 'q', answer: 'yes' })
  await say(scope, 'runs', 'a1', 'gone', { runId: 'r1' })
  await completeRun(scope, { conversationId: 'runs', runId: 'r1' })
  await claimRun(scope, { conversationId: 'runs', runId: 'r2' })
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
/** Lines of pi: imported, with raw forms. */
const session = linesOf([
  { type: 'session', version: 3, id: 'pi', timestamp: at(0), cwd: '/w' },
  ...[null, 'u1', 'a2', 'u3'].map((parentId, i) => ({
    ...{ type: 'message', id: `${i % 2 ? 'a' : 'u'}${i + 1}`, parentId, timestamp: at(i + 1) },
    message: { role: i % 2 ? 'assistant' : 'user', content: [{ type: 'text', text: `text ${i}` }] },
  })),
])
