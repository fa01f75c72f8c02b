import type { Api } from './api.ts'
import { mutate, storeTurn } from './talk.ts'

/** Stores something of everything that a host can store, under names that begin so, and returns where to find it. */
export async function seedEverything(
  api: Api,
  begin = '',
): Promise<{
  readonly conversationId: string
  readonly messageId: string
  readonly observationIds: readonly string[]
}> {
  const [origin, everything, topic] = [`${begin}origin`, `${begin}everything`, `${begin}topic`]
  const [q, a, r, b] = [`${begin}q`, `${begin}a`, `${begin}r`, `${begin}b`]
  const attachments = attachmentsOf(begin)
  await mutate(api, 'createConversation', { id: origin, cwd: '/w', title: 'Everything', metadata: { a: 1 } }, '')
  const first = await storeTurn(api, { conversationId: origin, turnId: q, role: 'USER', text: 'Begin', ...given })
  await storeTurn(api, { conversationId: origin, turnId: a, role: 'ASSISTANT', content, ...given })
  const content2 = [{ toolResult: { callId: 'k', content: 'ok' } }]
  const last = await storeTurn(api, { conversationId: origin, turnId: r, role: 'TOOL', content: content2 })
  const fork = { source: origin, newConversationId: everything, actor: { name: 'me' }, note: 'why' }
  await mutate(api, 'forkConversation', fork, '')
  const again = { conversationId: everything, turnId: q, role: 'USER', text: 'Again', ...given, attachments }
  const own = await storeTurn(api, again)
  const more = await storeTurn(api, {
    conversationId: everything,
    turnId: b,
    role: 'ASSISTANT',
    content,
    ...given,
    attachments,
  })
  await seedRuns(api, everything, begin)
  await mutate(api, 'storeEntity', { id: topic, type: 'topic', name: 'Everything', fields: { size: 1 } }, '')
  const relation = { type: 'REFERS_TO', source: { conversationId: everything }, target: { entityId: topic } }
  await mutate(api, 'relate', { ...relation, metadata: { weight: 1 } }, '')
  for (const command of ['relate', 'unrelate'] as const)
    await mutate(api, command, { ...relation, type: 'SETTLES' }, '')
  await mutate(api, 'annotate', { observationId: own.observation.id, annotations: { rating: 5 } }, '')
  const records = [{ kind: 'k', key: 'a', parentKey: 'p', value: 1, observationId: own.observation.id }]
  await mutate(api, 'putRecords', { conversationId: everything, records }, '')
  await mutate(
    api,
    'putRecords',
    { conversationId: everything, records: [{ kind: 'k', key: 'b', base64: 'AA==' }] },
    '',
  )
  await mutate(api, 'amendMessage', { messageId: `${everything}:${q}`, fields: { text: 'Once more' } }, '')
  await mutate(api, 'deleteConversation', { id: origin }, '')
  return {
    conversationId: everything,
    messageId: `${everything}:${q}`,
    observationIds: [first, last, own, more].map(({ observation }) => observation.id),
  }
}

/** A run that is done, with a turn, and one that waits for an answer. */
async function seedRuns(api: Api, conversationId: string, begin: string): Promise<void> {
  const [done, waiting] = [`${begin}done`, `${begin}waiting`]
  for (const runId of [done, waiting]) await mutate(api, 'claimRun', { conversationId, runId }, '')
  const turn = { conversationId, turnId: `${begin}in-run`, role: 'USER', text: 'Now', runId: done }
  await storeTurn(api, turn)
  await mutate(api, 'completeRun', { conversationId, runId: done }, '')
  await mutate(api, 'suspendRun', { conversationId, runId: waiting, request: 'May I?', questionId: `${begin}q` }, '')
}

const given = {
  observedAt: '2026-01-31T09:30:00.5Z',
  senderId: 'me',
  senderKind: 'person',
  model: 'm',
  sourceKind: 'test',
  metadata: { b: 2 },
  usage: { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, costUsd: 0.5, answerId: 'ans' },
}
const attachmentsOf = (begin: string) => [
  {
    name: 'a.txt',
    mediaType: 'text/plain',
    base64: Buffer.from(`${begin}a`).toString('base64'),
    kind: 'file',
    environment: 'test',
  },
  { uri: `https://example.org/${begin}a` },
]
const content = [
  { text: 'Look' },
  { thinking: { thinking: 'hm', signature: 's' } },
  { toolCall: { callId: 'k', name: 'read', input: { path: '/x' } } },
  { other: { type: 'image' } },
]
