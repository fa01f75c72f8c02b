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
import { annotate } from '../../../src/app/annotations/annotate.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { checkpoint } from '../../../src/app/heads/checkpoint.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'

await onEveryStore('the list of secrets', (on) => {
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
        const { observation, conversationId, attachmentId, entityId, record, kind, place, block } = item
        const holder = entityId ?? record?.key ?? attachmentId?.slice(0, 6) ?? observation?.messageId
        found.push([conversationId, holder, kind, place, block].join(' '))
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
    assert.doesNotMatch(
      JSON.stringify({ ...page, items: page.items.map(({ item: { observation: _, ...more } }) => more) }),
      /ghp_|npm_/,
    )
  })

  it('looks into summaries, tools and deleted conversations, and goes on where a page stopped', async () => {
    const scope = alone()
    for (let turn = 0; turn < 120; turn++) await say(scope, 'long', `${turn % 2 ? 'a' : 'u'}${turn}`, 'word')
    const summary = `key ${drawnSecrets.github()}`
    await compact(scope, { conversationId: 'long', from: { turn: 1 }, to: { turn: 4 }, summary })
    await say(scope, 'long', 'end', 'word')
    await deleteConversation(scope, { id: 'long' })
    const page = await secretsPage(scope, null, { first: 1 })
    assert.deepEqual(
      page.items.map(({ item }) => item.place),
      ['SUMMARY'],
    )
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
    assert.ok(rest.items.every(({ item }) => item.observation?.id !== observation.id))
    assert.equal((await secretsPage(scope, null, {})).items.length, 2)
  })

  it('looks beside observations too, names what it passes by, and what erases each', async () => {
    const scope = alone()
    const key = () => `key ${drawnSecrets.github()} here`
    const id = 'all'
    await createConversation(scope, { id, title: key(), cwd: `/${drawnSecrets.github()}`, metadata: { of: key() } })
    await claimRun(scope, { conversationId: id, runId: 'r1', settings: { prompt: key() } })
    const { observation } = await say(scope, id, 'u1', 'hello')
    await annotate(scope, { observationId: observation.id, annotations: { says: key() } })
    const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
    const attachments = [
      { name: 'a.bin', base64: base64(`bytes ${key()}`) },
      { name: 'b.txt', base64: base64(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(key(), 'utf16le')])) },
      { name: 'c.png', base64: base64(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff])) },
      { name: 'd.txt', base64: base64(`${'x'.repeat(5 << 20)} ${key()}`) },
      { uri: `https://example.org/${drawnSecrets.github()}` },
    ]
    await say(scope, id, 'u2', 'see', { attachments })
    const records = [
      { kind: 'k', key: 'about', value: key(), observationId: observation.id },
      { kind: 'k', key: 'bytes', base64: base64(key()) },
      { kind: 'k', key: 'odd', base64: base64(Buffer.from([0, 1, 2, 0xff])) },
      ...Array.from({ length: 120 }, (_, n) => ({ kind: 'many', key: `${n}`, value: n === 110 ? key() : n })),
    ]
    for (const some of [records.slice(0, 60), records.slice(60)])
      await putRecords(scope, { conversationId: id, records: some })
    await checkpoint(scope, { conversationId: id, name: 'here', note: key() })
    await storeEntity(scope, { id: 'person:ann', type: 'person', name: 'Ann', fields: { pin: key() } })
    await storeEntity(scope, { id: 'person:ann', type: 'person', name: 'Ann', fields: { pin: 'none' } })
    const places = ({ found }: { found: readonly string[] }) => found.map((one) => one.split(' ').at(-2)).sort()
    // Its line in the ledger says what an annotation says.
    const ofConversation = [
      'ANNOTATIONS',
      ...Array<string>(3).fill('ATTACHMENT'),
      'CONVERSATION_METADATA',
      'DIRECTORY',
      'LEDGER',
      'LEDGER',
      'RUN',
      ...Array<string>(3).fill('STATE_RECORD'),
      'TITLE',
    ]
    const everywhere = await all(scope, null, 100)
    assert.deepEqual(places(everywhere), [...ofConversation.slice(0, 6), 'ENTITY', ...ofConversation.slice(6)].sort())
    for (const first of [1, 2, 5]) assert.deepEqual((await all(scope, null, first)).found, everywhere.found)
    for (const first of [1, 3, 100]) assert.deepEqual(places(await all(scope, [id], first)), ofConversation)
    const { items, notScanned } = await secretsPage(scope, null, { first: 100 })
    assert.deepEqual(notScanned, ['BINARY_ATTACHMENTS', 'LONG_ATTACHMENTS', 'BINARY_RECORDS', 'RELATIONSHIPS'])
    const holders = items.map(({ item }) => item)
    await erase(scope, {
      observationIds: holders.flatMap(({ observation, attachmentId }) =>
        attachmentId === null ? (observation?.id ?? []) : [],
      ),
      attachmentIds: holders.flatMap(({ attachmentId }) => attachmentId ?? []),
      entityIds: holders.flatMap(({ entityId }) => entityId ?? []),
      reason: 'SECRET_LEAKED',
    })
    scope.reads.clear()
    const left = places(await all(scope, null, 100))
    assert.deepEqual(left, [
      'CONVERSATION_METADATA',
      'DIRECTORY',
      'LEDGER',
      'RUN',
      'STATE_RECORD',
      'STATE_RECORD',
      'TITLE',
    ])
    await erase(scope, { conversationIds: [id], reason: 'SECRET_LEAKED' })
    scope.reads.clear()
    assert.deepEqual((await all(scope, null, 100)).found, [])
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
