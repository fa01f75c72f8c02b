import assert from 'node:assert/strict'
import type { Scope } from '../../../src/app/scope.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { asTreeNode, walk } from '../../../src/app/read/paths.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import type { TreeNode } from '../../../src/domain/model.ts'
import type { GraphStore, ListName } from '../../../src/storage/graphStore.ts'
import type { Talker } from './talkers.ts'
import type { Transcript } from './transcript.ts'
import { textsOf } from './writers.ts'

/** Whatever was acknowledged is there, and as it was acknowledged. */
export async function holdsAcknowledged({ store }: Scope, talkers: readonly Talker[]): Promise<void> {
  const acknowledged = talkers.flatMap((talker) => talker.acknowledged)
  const found = await store.observations(acknowledged.map(({ id }) => id))
  assert.deepEqual(
    found.map((each) => each && { id: each.id, pathHash: each.place?.pathHash }),
    acknowledged,
  )
}

/** Nothing of these conversations is there in half; one that is not there at all is whole. */
export async function isWhole(scope: Scope, conversationIds: readonly string[]): Promise<void> {
  for (const id of new Set(conversationIds)) {
    const conversation = await scope.reads.conversation(id)
    if (conversation === null) continue
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, `${id}: ${JSON.stringify(findings)}`)
    if (conversation.headId === null) continue
    assert.equal((await verifyPath(scope, conversation.headId)).status, 'VALID', id)
  }
}

/** All that these talkers wrote is there once, in their order; what was in doubt without a key at most once, anywhere. */
export async function holdsAll(scope: Scope, talkers: readonly Talker[]): Promise<void> {
  const [together, alone] = [talkers.slice(-2), talkers.slice(0, -2)]
  for (const talker of alone)
    for (const [id, expected] of textsOf(talker)) {
      const texts = await textsOn(scope, id)
      const isSure = (text: string) => !talker.inDoubt.has(Number(text))
      assert.deepEqual(texts.filter(isSure), expected.filter(isSure), id)
      assert.equal(new Set(texts).size, texts.length, `${id}: ${texts.join(' ')}`)
      assert.ok(
        texts.every((text) => expected.includes(text)),
        `${id}: ${texts.join(' ')}`,
      )
    }
  const shared = await textsOn(scope, together[0]?.conversationId ?? '')
  for (const [k, { done }] of together.entries())
    assert.deepEqual(
      shared.filter((text) => text.startsWith('ab'[k] ?? '')),
      Array.from({ length: done }, (_, n) => `${'ab'[k]}${n}`),
    )
  assert.equal(shared.length, together[0]!.done + together[1]!.done)
}

/** The transcript is there, all of it, once. */
export async function holdsTranscript(scope: Scope, { sessionId, nodes }: Transcript): Promise<void> {
  const path = await pathTo(scope, sessionId)
  assert.deepEqual(
    path.map(({ externalId }) => externalId),
    nodes,
  )
  const sources = await scope.store.rawSources(sessionId)
  assert.deepEqual(
    sources.map(({ lineCount }) => lineCount),
    [nodes.length],
  )
}

/** Every row of the store belongs to a conversation. */
export async function hasNoStrays(scope: Scope, store: GraphStore): Promise<void> {
  const query = { origin: null, cwd: null, title: null, activeAfter: null, activeBefore: null, forkedFrom: null }
  const all = { ...query, includeDeleted: true, leaveOut: [], metadata: [], after: null, limit: 10_000 }
  const owners = (await store.conversationList(scope.tenant, all)).map(({ id }) => id)
  const lengths = async (list: ListName) => {
    const asked = owners.map((owner) => ({ list, owner }))
    return (await store.counts(scope.tenant, asked, 1_000_000)).reduce((sum, count) => sum + count, 0)
  }
  const { conversations, messages, observations, events } = await store.rowCounts()
  assert.deepEqual(
    { conversations, messages, observations, events },
    {
      conversations: owners.length,
      messages: await lengths('messagesOfConversation'),
      observations: await lengths('observationsOfConversation'),
      events: await lengths('events'),
    },
  )
}

/** Returns the texts on the path to the head of a conversation. */
export async function textsOn(scope: Scope, conversationId: string): Promise<string[]> {
  const path = await pathTo(scope, conversationId)
  return path.map(({ blocks: [block] }) => (block?.type === 'text' ? block.text : ''))
}

async function pathTo(scope: Scope, conversationId: string): Promise<TreeNode[]> {
  const conversation = await scope.reads.conversation(conversationId)
  assert.ok(conversation, `${conversationId} is missing.`)
  const head = conversation.headId === null ? null : asTreeNode(await scope.reads.observation(conversation.headId))
  const path: TreeNode[] = []
  if (head) for await (const nodes of walk(scope.reads, head)) path.push(...nodes)
  return path
}
