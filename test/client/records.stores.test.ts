import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TurngraphError, type ConnectedGraph } from '../../src/client/client.ts'
import { everyWay, type Connected } from './support.ts'

const refused = (code: string) => (thrown: unknown) => {
  assert.ok(thrown instanceof TurngraphError, String(thrown))
  assert.equal(thrown.code, code)
  return true
}

for (const { name, skip, connect: open } of await everyWay())
  describe(`state records as a program has them (${name})`, { skip }, () => {
    let connected: Connected
    let tg: ConnectedGraph
    before(async () => {
      connected = await open()
      tg = connected.client
    })
    after(() => connected.end())

    it('are put, read and deleted beside a conversation that needs no turn', async () => {
      const { records } = tg.conversations.open('map')
      const [first, second] = await records.put([
        { kind: 'note', key: 'a', value: { deep: [1, null] }, parentKey: 'p' },
        { kind: 'note', key: 'b', base64: 'AAE=' },
      ])
      assert.deepEqual([first?.version, second?.key], [1, 'b'])
      assert.deepEqual(await records.put([]), [])
      const found = await records.get('note', 'a')
      assert.deepEqual([found?.value, found?.base64, found?.parentKey], [{ deep: [1, null] }, null, 'p'])
      assert.equal((await records.get('note', 'b'))?.base64, 'AAE=')
      assert.equal(await records.get('note', 'never'), null)
      assert.deepEqual([...(await records.values('note', ['b', 'a', 'never']))], [['a', { deep: [1, null] }]])
      assert.equal((await records.values('note', [])).size, 0)
      await records.put({ kind: 'note', key: 'a', value: 2, expectedVersion: 1 })
      await assert.rejects(
        records.put({ kind: 'note', key: 'a', value: 3, expectedVersion: 1 }),
        refused('RECORD_CHANGED'),
      )
      await assert.rejects(
        records.put({ kind: 'note', key: 'a', value: 3, ifExists: 'REFUSE' }),
        refused('ALREADY_EXISTS'),
      )
      assert.equal(await records.delete({ kind: 'note', keys: ['a', 'never'] }), 1)
      assert.equal(await records.get('note', 'a'), null)
    })

    it('are listed page by page, by range and either way', async () => {
      const { records } = tg.conversations.open('lists')
      const keys = Array.from({ length: 7 }, (_, i) => `k${i}`)
      await records.put(keys.map((key) => ({ kind: 'n', key, value: key })))
      await records.put({ kind: 'n.part', key: 'k0', value: 0 })
      const keysOf = async (range: Parameters<typeof records.list>[0]) =>
        (await records.list(range).all()).map(({ kind, key }) => `${kind} ${key}`)
      const all = [...keys.map((key) => `n ${key}`), 'n.part k0']
      assert.deepEqual(await keysOf({ first: 3 }), all)
      assert.deepEqual(await keysOf({ kind: 'n', beforeKey: 'k3', order: 'DESCENDING' }), ['n k2', 'n k1', 'n k0'])
      assert.deepEqual(await keysOf({ kindPrefix: 'n.', keyPrefix: 'k' }), ['n.part k0'])
      assert.deepEqual(await keysOf({ kind: 'n', keys: ['k6', 'k1'] }), ['n k1', 'n k6'])
      assert.deepEqual(await records.kinds(), ['n', 'n.part'])
      const other = tg.conversations.open('lists-2')
      await other.records.put({ kind: 'n', key: 'k3', value: 1 })
      const over = await tg.conversations.records.list({ kind: 'n', keyPrefix: 'k3', first: 1 }).all()
      assert.deepEqual(
        over.map(({ conversation, key }) => [conversation.id, key]),
        [
          ['lists', 'k3'],
          ['lists-2', 'k3'],
        ],
      )
      assert.deepEqual(await tg.conversations.records.kinds('n'), ['n', 'note'])
    })

    it('are written with the turns that they are about, or not at all', async () => {
      const talk = tg.conversations.open('together')
      const turn = { role: 'USER', text: 'One.', turnId: 'm1' } as const
      const said = await talk.append(turn, { records: [{ kind: 'about', key: 'm1', value: 1, turn: 0 }] })
      assert.equal((await talk.records.get('about', 'm1'))?.observation?.id, said.observationId)
      const again = { ...turn, text: 'Two.', turnId: 'm2' }
      const records = [{ kind: 'about', key: 'm1', value: 2, ifExists: 'REFUSE' }] as const
      await assert.rejects(talk.append([again], { records }), refused('ALREADY_EXISTS'))
      assert.equal((await talk.summary())?.turnCount, 1)
      assert.deepEqual(await talk.append([], { records: [{ kind: 'alone', key: 'k', value: 1 }] }), [])
      assert.equal((await talk.records.get('alone', 'k'))?.version, 1)
      const fork = await talk.fork()
      assert.deepEqual(await fork.records.kinds(), [])
    })
  })
