import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { materialize } from '../../../src/app/markers/materialize.ts'
import { repair } from '../../../src/app/repairs/repair.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Observation } from '../../../src/domain/model.ts'
import { contentHash } from '../../../src/domain/tree/pathHash.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import { saltOfChanged } from '../../../src/app/write/draft/additions.ts'
import { backedUp, contentOf, everything, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

await onEveryStore('a salted tenant', (on) => {
  let count = 0
  const alone = (salted = true): Scope => on.scope({ tenant: `${on.name} ${++count}`, salted })
  const again = ({ tenant, salted }: Scope): Scope => on.scope({ tenant, salted })
  const path = (scope: Scope, id: string) => pathOf(again(scope), id)
  const hashes = (nodes: readonly Observation[]) => nodes.map((node) => node.contentHash)
  const isValid = async (scope: Scope, id: string): Promise<void> => {
    const head = (await path(scope, id)).at(-1)
    assert.equal((await verifyPath(again(scope), head?.id ?? '')).status, 'VALID')
    const { damage, findings } = await integrity(again(scope), id)
    assert.equal(damage, 0, JSON.stringify(findings))
  }

  it('gives equal talk other hashes each time, and a plain one beside it the same as ever', async () => {
    const [salted, plain] = [alone(), alone(false)]
    for (const scope of [salted, plain])
      for (const id of ['one', 'other']) {
        await say(scope, id, 'u1', 'my number is 17')
        await say(scope, id, 'a1', 'yes')
      }
    const [one, other] = [await path(salted, 'one'), await path(salted, 'other')]
    assert.equal(new Set([...one, ...other].map(({ salt }) => salt)).size, 4)
    assert.equal(new Set(hashes([...one, ...other])).size, 4)
    for (const node of one) assert.notEqual(contentHash({ ...node, salt: null }), node.contentHash)
    const known = await path(plain, 'one')
    assert.deepEqual(hashes(await path(plain, 'other')), hashes(known))
    assert.deepEqual(
      known.map(({ salt }) => salt),
      [null, null],
    )
    for (const scope of [salted, plain]) await isValid(scope, 'one')
  })

  it('keeps the hashes of what a fork shares, and of what is copied whole', async () => {
    const scope = alone()
    await say(scope, 'talk', 'u1')
    await forkConversation(scope, { source: 'talk', newConversationId: 'fork' })
    assert.deepEqual(hashes(await path(scope, 'fork')), hashes(await path(scope, 'talk')))
    await tools(scope, 'talk', 'a1', ['c1', 'c2'])
    await tools(scope, 'talk', 't1', ['c1'])
    await say(scope, 'talk', 'u2')
    const before = await path(scope, 'talk')
    await repair(again(scope), { conversationId: 'talk', dryRun: false })
    const copies = (await path(scope, 'talk')).filter(({ copyOf }) => copyOf !== null)
    const originals = copies.map(({ copyOf }) => before.find(({ id }) => id === copyOf) as Observation)
    assert.ok(copies.length > 0)
    assert.deepEqual(hashes(copies), hashes(originals))
    await isValid(scope, 'talk')
  })

  it('has copies that stay salted also where they are restored into a plain one', async () => {
    const [from, plain] = [alone(), alone(false)]
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(from, 'talk', turn)
    await compact(from, { conversationId: 'talk', from: { turn: 1 }, to: { turn: 2 }, summary: 'so far' })
    await restored(plain, await backedUp(from))
    for (const scope of [from, plain]) {
      await materialize(again(scope), { conversationId: 'talk', newConversationId: 'made' })
      await isValid(scope, 'made')
    }
    for (const node of await path(from, 'made')) assert.match(node.salt ?? '', /^[0-9a-f]{32}$/)
    for (const { copyOf, salt } of await path(plain, 'made')) assert.equal(copyOf !== null, salt !== null)
    const [copy] = (await path(plain, 'made')).slice(-1)
    assert.notEqual(saltOfChanged(plain, copy as Observation), null)
    assert.equal(saltOfChanged(plain, { ...(copy as Observation), salt: null }), null)
    assert.notEqual(saltOfChanged(from, { ...(copy as Observation), salt: null }), null)
  })

  it('finds its own lines again', async () => {
    const scope = alone()
    const lines = linesOf(entries('u1 a1<u1 u2<a1'))
    await imports(scope, lines)
    const { report } = await imports(again(scope), lines)
    assert.deepEqual([report.added, report.unchanged], [0, 3])
    await isValid(scope, 's')
  })

  it('is in a backup with its salts, which give a restored store the same hashes', async () => {
    const [from, to] = [alone(), alone()]
    await everything(from)
    const bytes = await backedUp(again(from))
    await restored(to, bytes)
    assert.deepEqual(contentOf(await backedUp(again(to))), contentOf(bytes))
    const { items } = await conversationsPage(again(to), { includeDeleted: true }, { first: 100 })
    for (const { item } of items)
      if (item.headId !== null) assert.deepEqual(hashes(await path(to, item.id)), hashes(await path(from, item.id)))
    const { added } = await restored(to, bytes, { merge: true })
    assert.equal(added, 0)
  })
})
