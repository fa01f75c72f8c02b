import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { forkConversation, type ForkConversation } from '../../../src/app/forks/forkConversation.ts'
import { leavesBelowPage } from '../../../src/app/trees/conversationsOf.ts'
import type { PageArguments } from '../../../src/app/read/pages.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { TranscriptView } from '../../../src/app/transcripts/transcripts.ts'
import { ReadTooLarge } from '../../../src/storage/graphStore.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { fill } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, fork, headOf, store } from '../../support/tree/acts.ts'
import { createWorld, type World } from '../../support/world.ts'

const turns = 120
const tenant = 'ahead'

/** A talk, and a fork of it with turns of its own. */
function talks(): World {
  const world = createWorld()
  converse(world, 'talk')
  for (let i = 0; i < turns; i++) store(world, 'talk')
  fork(world, 'talk', headOf(world, 'talk'), 'fork')
  for (let i = 0; i < 5; i++) store(world, 'fork')
  for (const id of ['few', 'many']) {
    converse(world, id)
    store(world, id)
    const point = headOf(world, id)
    roots.set(id, point?.id ?? '')
    store(world, id)
    for (let i = 0; i < forksOf(id); i++) {
      fork(world, id, point, `${id}-${i}`)
      store(world, `${id}-${i}`)
    }
  }
  return world
}

const forksOf = (id: string) => (id === 'few' ? 3 : 45)
const roots = new Map<string, string>()
const rootOf = (id: string) => roots.get(id) ?? ''

await onEveryStore('what is read ahead', (on) => {
  const world = talks()
  let process = 0
  before(() => fill(on.store(), tenantFor(tenant), world))

  /** Returns the calls of the store that some work makes in a process that has read the segments before. */
  async function callsOf(work: (scope: Scope) => Promise<unknown>): Promise<string[]> {
    const calls: string[] = []
    const counting = intercept(on.store(), (name, call) => {
      calls.push(name)
      return call()
    })
    process++
    await work(on.scope({ tenant, process }))
    await work(on.scope({ tenant, process, store: counting }))
    return calls
  }
  async function page(scope: Scope, id: string, args: PageArguments, view: TranscriptView = 'MESSAGES') {
    const conversation = await scope.reads.conversation(id)
    assert.ok(conversation)
    return transcriptPage(scope, conversation, view, args)
  }
  const forked = (input: Partial<ForkConversation>) => (scope: Scope) =>
    forkConversation(scope, { source: 'talk', ...input })

  it('a fork at the head is one read and one write', async () => {
    assert.deepEqual(await callsOf(forked({})), ['grounds', 'write'])
    assert.deepEqual(await callsOf((scope) => forkConversation(scope, { source: 'fork' })), ['grounds', 'write'])
  })

  it('a fork at a turn or an observation is one read more', async () => {
    const at = { observationId: [...world.observations.keys()][40] ?? '' }
    assert.deepEqual(await callsOf(forked({ at: { turn: 50 } })), ['grounds', 'shown', 'write'])
    assert.deepEqual(await callsOf(forked({ at })), ['grounds', 'tails', 'write'])
  })

  it('a page at the head is read by one question beside that for its conversation', async () => {
    for (const view of ['MESSAGES', 'RAW'] as const)
      assert.deepEqual(await callsOf((scope) => page(scope, 'talk', { last: 50 }, view)), ['conversations', 'tails'])
  })

  it('a page across a fork and any other page is read by one question once the head is known', async () => {
    const middle = (await page(on.scope({ tenant }), 'talk', { first: 30 })).entries.at(-1)?.cursor ?? ''
    const [conversation, head] = ['conversations', 'observations']
    assert.deepEqual(await callsOf((scope) => page(scope, 'fork', { last: 50 })), [conversation, 'tails', 'shown'])
    assert.deepEqual(await callsOf((scope) => page(scope, 'talk', { first: 50 })), [conversation, head, 'shown'])
    for (const args of [
      { first: 50, after: middle },
      { last: 20, before: middle },
    ])
      assert.deepEqual(await callsOf((scope) => page(scope, 'talk', args)), [conversation, head, head, 'shown'])
  })

  it('a page of leaves costs as many questions among many forks as among few', async () => {
    const leaves = (id: string) => async (scope: Scope) => {
      const root = await scope.reads.observation(rootOf(id))
      assert.ok(root)
      const { items } = await leavesBelowPage(scope, root, { first: 40 })
      assert.equal(items.length, Math.min(40, forksOf(id) + 1))
    }
    const [few, many] = [await callsOf(leaves('few')), await callsOf(leaves('many'))]
    assert.deepEqual(many, few)
  })

  it('shows the same where nothing comes ahead', async () => {
    const ahead = new Set(['grounds', 'tails', 'shown'])
    const without = intercept(on.store(), (name, call) =>
      ahead.has(name) ? Promise.reject(new ReadTooLarge('It is too large.')) : call(),
    )
    for (const id of ['talk', 'fork'])
      for (const view of ['MESSAGES', 'RAW', 'CONTEXT'] as const)
        for (const args of [{ first: 7 }, { last: 7 }, { last: 100 }, { first: 100 }]) {
          const [one, two] = [on.scope({ tenant }), on.scope({ tenant, store: without })]
          assert.deepEqual(await page(one, id, args, view), await page(two, id, args, view))
        }
    const scope = on.scope({ tenant, store: without })
    const { pathHash } = await forkConversation(scope, { source: 'talk', at: { turn: 50 } })
    assert.equal(
      pathHash,
      (await forkConversation(on.scope({ tenant }), { source: 'talk', at: { turn: 50 } })).pathHash,
    )
  })
})
