import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { secretsPage } from '../../../src/app/secrets/secretsPage.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { drawnSecrets } from '../../support/drawnSecrets.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('secrets', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `scanned ${on.name} ${++count}` })
  /** All findings, page by page, and how many pages those were. */
  const all = async (scope: Scope, ids: readonly string[] | null, first: number) => {
    const found: string[] = []
    let pages = 0
    for (let after: string | null = null; ;) {
      const page = await secretsPage(scope, ids, { first, after })
      pages++
      assert.ok(page.items.length <= first)
      for (const { item } of page.items) {
        const { observation, kind, place, block } = item
        found.push([observation.conversationId, observation.messageId, kind, place, block].join(' '))
      }
      if (!page.hasNextPage) return { found, pages }
      after = page.endCursor
    }
  }

  it('says where each secret stands, in any conversation or in some, in pages of any size', async () => {
    const scope = alone()
    const two = `${drawnSecrets.github()} ${drawnSecrets.npm()}`
    await say(scope, 'a', 'u1', `see ${two}`)
    await say(scope, 'a', 'a1', 'fine')
    await say(scope, 'b', 'u1', `now ${two}`)
    await say(scope, 'b', 'u2', `again ${drawnSecrets.github()}`)
    await say(scope, 'c', 'u1', 'nothing')
    const ofA = ['a a:u1 GITHUB_TOKEN TEXT 0', 'a a:u1 NPM_ACCESS_TOKEN TEXT 0']
    const ofB = ['b b:u1 GITHUB_TOKEN TEXT 0', 'b b:u1 NPM_ACCESS_TOKEN TEXT 0', 'b b:u2 GITHUB_TOKEN TEXT 0']
    for (const first of [1, 2, 3, 4, 5, 100]) {
      const everywhere = await all(scope, null, first)
      assert.deepEqual([...everywhere.found].sort(), [...ofA, ...ofB])
      assert.equal(new Set(everywhere.found).size, 5)
      assert.deepEqual((await all(scope, ['b', 'c', 'a', 'b'], first)).found, [ofB[2], ofB[0], ofB[1], ...ofA])
    }
    assert.deepEqual((await all(scope, ['c'], 10)).found, [])
    assert.deepEqual((await all(scope, [], 10)).found, [])
    const page = await secretsPage(scope, ['a'], {})
    assert.equal(page.scanned, 2)
    assert.doesNotMatch(JSON.stringify({ ...page, items: page.items.map(({ item: { observation: _, ...more } }) => more) }), /ghp_|npm_/) // prettier-ignore
  })

  it('looks into summaries, tools and deleted conversations, and goes on where a page stopped', async () => {
    const scope = alone()
    for (let turn = 0; turn < 120; turn++) await say(scope, 'long', `${turn % 2 ? 'a' : 'u'}${turn}`, 'word')
    const summary = `key ${drawnSecrets.github()}`
    await compact(scope, { conversationId: 'long', from: { turn: 1 }, to: { turn: 4 }, summary })
    await say(scope, 'long', 'end', 'word')
    await deleteConversation(scope, { id: 'long' })
    const page = await secretsPage(scope, null, { first: 1 })
    assert.deepEqual(page.items.map(({ item }) => item.place), ['SUMMARY']) // prettier-ignore
    assert.equal(page.scanned, 122)
    assert.equal(page.hasNextPage, false)
    const rest = await secretsPage(scope, null, { after: page.endCursor })
    assert.deepEqual([rest.items, rest.hasNextPage, rest.hasPreviousPage], [[], false, true])
  })

  it('has nothing of what is erased, also where a page ended in it', async () => {
    const scope = alone()
    const two = () => `${drawnSecrets.github()} ${drawnSecrets.npm()}`
    for (const turn of ['u1', 'u2']) await say(scope, 'gone', turn, two())
    const page = await secretsPage(scope, ['gone'], { first: 1 })
    const observation = page.items[0]?.item.observation
    assert.ok(observation)
    await erase(scope, { observationIds: [observation.id], reason: 'SECRET_LEAKED' })
    scope.reads.clear()
    const rest = await secretsPage(scope, ['gone'], { after: page.endCursor })
    assert.equal(rest.items.length, 2)
    assert.ok(rest.items.every(({ item }) => item.observation.id !== observation.id))
    assert.equal((await secretsPage(scope, null, {})).items.length, 2)
  })

  it('refuses conversations that are not there, too many, and cursors of other lists', async () => {
    const scope = alone()
    await say(scope, 'a', 'u1', drawnSecrets.github())
    await say(scope, 'a', 'u2', drawnSecrets.github())
    await assert.rejects(secretsPage(scope, ['a', 'none'], {}), { code: 'NOT_FOUND' })
    const many = Array.from({ length: 1001 }, (_, n) => `c${n}`)
    await assert.rejects(secretsPage(scope, many, {}), { code: 'BAD_INPUT', facts: { limit: 1000, given: 1001 } })
    const { endCursor } = await secretsPage(scope, null, { first: 1 })
    await assert.rejects(secretsPage(scope, ['a'], { after: endCursor }), { code: 'BAD_INPUT' })
    await assert.rejects(secretsPage(scope, null, { first: 101 }), { code: 'BAD_INPUT' })
  })
})
