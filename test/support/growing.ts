import { annotate } from '../../src/app/annotations/annotate.ts'
import { updateConversation } from '../../src/app/conversations/updateConversation.ts'
import { correctEntity } from '../../src/app/entities/correctEntity.ts'
import { defineEntityType } from '../../src/app/entities/defineEntityType.ts'
import { mergeEntities } from '../../src/app/entities/mergeEntities.ts'
import { storeEntity } from '../../src/app/entities/storeEntity.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../src/app/heads/checkpoint.ts'
import { rewindConversation } from '../../src/app/heads/rewindConversation.ts'
import { undo } from '../../src/app/heads/undo.ts'
import { compact } from '../../src/app/markers/compact.ts'
import { dropSpan } from '../../src/app/markers/dropSpan.ts'
import { mergeConversations } from '../../src/app/merges/mergeConversations.ts'
import { relate } from '../../src/app/relationships/relate.ts'
import { unrelate } from '../../src/app/relationships/unrelate.ts'
import { answerRun } from '../../src/app/runs/answerRun.ts'
import { claimRun } from '../../src/app/runs/claimRun.ts'
import { completeRun } from '../../src/app/runs/completeRun.ts'
import { suspendRun } from '../../src/app/runs/suspendRun.ts'
import type { Scope } from '../../src/app/scope.ts'
import { amendMessage } from '../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../src/app/turns/restoreMessage.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { wordGates } from './merges.ts'
import { say, tools } from './talk.ts'
import { imports, linesOf } from './transcripts.ts'

/** What may happen to a conversation `talk` and to what it cannot be without; `k` tells one act from another. */
type Act = (scope: Scope, k: number) => Promise<unknown>

const discusses = (k: number) => ({
  type: 'REFERS_TO' as const,
  source: { messageId: 'talk:u0' },
  target: { entityId: 'p1' },
  metadata: { k },
})
const failed = (scope: Scope, callId: string, turnId: string) =>
  storeTurn(scope, {
    ...{ conversationId: 'talk', turnId, role: 'TOOL' },
    blocks: [{ type: 'toolResult', callId, content: 'no', isError: true }],
  })

/** The acts by name. */
export const acts: Readonly<Record<string, Act>> = {
  user: (scope, k) => say(scope, 'talk', `u${k}`, `said ${k}`),
  answer: (scope, k) =>
    say(scope, 'talk', `a${k}`, 'hi', { model: 'm', usage: { inputTokens: k, answerId: `x${k % 3}` } }),
  again: (scope, k) => say(scope, 'talk', 'u0', `edited ${k}`),
  calls: (scope, k) => tools(scope, 'talk', `ac${k}`, ['c1', 'c2']),
  result: (scope, k) => tools(scope, 'talk', `t${k}`, ['c1']),
  failure: (scope, k) => failed(scope, 'c2', `tf${k}`),
  attached: (scope, k) =>
    say(scope, 'talk', `u${k}`, 'see', { attachments: [{ base64: Buffer.from(`${k % 3}`).toString('base64') }] }),
  amend: (scope, k) =>
    amendMessage(scope, {
      messageId: 'talk:u0',
      fields: { text: `amended ${k}`, model: `m${k}`, usage: { inputTokens: k } },
    }),
  delete: (scope) => deleteMessage(scope, { id: 'talk:u0' }),
  restore: (scope) => restoreMessage(scope, { id: 'talk:u0' }),
  annotate: async (scope, k) => {
    const { headId } = (await scope.reads.conversation('talk')) ?? {}
    return headId && annotate(scope, { observationId: headId, annotations: { k } })
  },
  rewind: (scope, k) => rewindConversation(scope, { conversationId: 'talk', to: { turn: 1 + (k % 3) } }),
  undo: (scope) => undo(scope, { conversationId: 'talk' }),
  title: (scope, k) => updateConversation(scope, { id: 'talk', title: `title ${k}` }),
  checkpoint: (scope, k) => checkpoint(scope, { conversationId: 'talk', name: `c${k}` }),
  compact: (scope) => compact(scope, { conversationId: 'talk', from: { turn: 1 }, to: { turn: 2 }, summary: 'so far' }),
  drop: (scope) => dropSpan(scope, { conversationId: 'talk', from: { turn: 1 }, to: { turn: 1 } }),
  fork: (scope) => forkConversation(scope, { source: 'talk', newConversationId: 'branch' }),
  branch: (scope, k) => say(scope, 'branch', `u${k}`, 'aside', { metadata: { insight: true } }),
  elsewhere: (scope, k) => forkConversation(scope, { source: 'talk', newConversationId: `elsewhere ${k}` }),
  merge: (scope) => mergeConversations(scope, wordGates(), { into: 'talk', from: ['branch'], strategy: 'INSIGHTS' }),
  claim: (scope, k) => claimRun(scope, { conversationId: 'talk', runId: `r${k % 4}` }),
  ask: (scope, k) => suspendRun(scope, { conversationId: 'talk', runId: `r${k % 4}`, questionId: 'q', request: k }),
  reply: (scope, k) => answerRun(scope, { conversationId: 'talk', runId: `r${k % 4}`, questionId: 'q', answer: 'yes' }),
  complete: (scope, k) => completeRun(scope, { conversationId: 'talk', runId: `r${k % 4}` }),
  type: (scope, k) =>
    defineEntityType(scope, { type: 'person', strategies: { tags: k % 2 ? 'merge_array' : 'last_write' } }),
  entity: (scope, k) => storeEntity(scope, { id: 'p1', type: 'person', name: 'One', fields: { tags: [k] } }),
  other: (scope) => storeEntity(scope, { id: 'p2', type: 'person', name: 'Two' }),
  correct: (scope, k) => correctEntity(scope, { id: 'p1', fields: { tags: [-k] } }),
  join: (scope) => mergeEntities(scope, { from: 'p2', into: 'p1' }),
  relate: (scope, k) => relate(scope, discusses(k)),
  unrelate: (scope) => unrelate(scope, discusses(0)),
}

/** The names of the acts. */
export const actNames = Object.keys(acts)

/** Does something of a history; what is refused as things stand leaves no trace. */
export async function act(scope: Scope, name: string, k: number): Promise<void> {
  try {
    await acts[name]?.(scope, k)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  scope.reads.clear()
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
const line = (i: number, parentId: string | null) => ({
  ...{ type: 'message', id: `m${i}`, parentId, timestamp: at(i + 1) },
  message: { role: i % 2 ? 'assistant' : 'user', content: [{ type: 'text', text: `text ${i}` }] },
})

/** Imports the first lines of a session of pi; the third of them continues one that comes later. */
export function importSession(scope: Scope, lines: number): Promise<unknown> {
  const all = [line(0, null), line(1, 'm0'), line(3, 'm2'), line(4, 'm3'), line(2, 'm1'), line(5, 'm4')]
  const header = { type: 'session', version: 3, id: 'talk', timestamp: at(0), cwd: '/w' }
  return imports(scope, linesOf([header, ...all.slice(0, lines)]))
}
