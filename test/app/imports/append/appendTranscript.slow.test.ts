import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { exportConversation } from '../../../../src/app/exports/exportConversation.ts'
import { importTranscript } from '../../../../src/app/imports/job/importTranscript.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { bytesSource } from '../../../../src/app/fileSource.ts'
import { openSorter } from '../../../../src/storage/sorter.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { entries, idsOf, imports, linesOf } from '../../../support/transcripts.ts'
import { alone, append, forkedBy, inPieces, linesIn, loaded, sound, standing, talk } from './support.ts'

await onEveryStore('lines that are appended', (on) => {
  it('are kept whatever they are, byte for byte', async () => {
    const scope = alone(on)
    const odd =
      '{"type":"x","n":1.0,"__proto__":{"a":1}}\n{"b":2,"type":"y","uuid":"__proto__"}\nno json\n{"type":"x","n":1.0,"__proto__":{"a":1}}\n[1]\n'
    await append(scope, 's', odd)
    await append(scope, 's', '{"type":"last"}')
    assert.equal(await loaded(scope, 's'), `${odd}{"type":"last"}\n`)
    assert.equal(await loaded(scope, 'other'), null)
    assert.equal(await loaded(scope, 's', 'other'), null)
  })

  it('add nothing where their ids are there already', async () => {
    const scope = alone(on)
    const lines = linesIn(linesOf(talk(6)))
    const plain = '{"type":"tag","tag":"t","sessionId":"s"}\n'
    await append(scope, 's', `${lines.slice(0, 4).join('')}${plain}`)
    const { report } = await append(scope, 's', `${lines.join('')}${plain}${lines[5]}`)
    assert.deepEqual([report.entries, report.added], [3, 2])
    assert.equal(await loaded(scope, 's'), `${lines.slice(0, 4).join('')}${plain}${lines.slice(4).join('')}${plain}`)
    await append(scope, 's', lines.join(''))
    assert.equal((await standing(scope, 's')).turnCount, 6)
  })

  it("are a fork that shares what the SDK's fork copied, line by line or at once, in any order of ids", async () => {
    for (const size of [1, 2, 100]) {
      const scope = alone(on)
      const all = talk(8)
      await inPieces(scope, 's', linesIn(linesOf(all)), () => 3)
      const copies = forkedBy(all, 'f', 4)
      const own = entries('u90 a91<u90', 'f').map((one, i) => (i === 0 ? { ...one, parentUuid: 'f-3' } : one))
      const head = [{ type: 'custom-title', customTitle: 'T', sessionId: 'f' }]
      const lines = linesIn(linesOf([...head, ...copies, ...own]))
      await inPieces(scope, 'f', lines, () => size)
      await inPieces(scope, 'f', lines.slice(1), () => size)
      assert.equal(await idsOf(scope, 'f'), 'u0 a1 u2 a3 u90 a91')
      assert.equal(await loaded(scope, 'f'), lines.join(''))
      const fork = await scope.reads.conversation('f')
      assert.deepEqual([fork?.forkedFrom?.conversationId, fork?.shape.roots, fork?.title], ['s', 1, 'T'])
      assert.equal((await scope.reads.conversation('s'))?.shape.nodes, 8)
      const mine = await scope.store.lists([{ list: 'observationsOfConversation', owner: 'f', after: null, limit: 99 }])
      assert.equal(mine[0]?.length, 2)
      for (const id of ['s', 'f']) await sound(scope, id)
      // A fork of the fork, and one that goes on from an earlier copied line.
      const further = forkedBy([...copies, ...own], 'g', 6)
      await inPieces(scope, 'g', linesIn(linesOf(further)), () => size)
      const last = entries('u95', 'g').map((one) => ({ ...one, parentUuid: 'g-1' }))
      await append(scope, 'g', linesOf(last))
      assert.equal(await idsOf(scope, 'g'), 'u0 a1 u95')
      await sound(scope, 'g')
    }
  })

  it('and the same session from its file are one conversation, in any order and in part', async () => {
    const all = talk(10)
    const lines = linesIn(linesOf(all))
    const orders: ((scope: Scope) => Promise<unknown>)[][] = [
      [(s) => imports(s, lines.join('')), (s) => inPieces(s, 's', lines, () => 3)],
      [(s) => inPieces(s, 's', lines, () => 3), (s) => imports(s, lines.join(''))],
      [
        (s) => inPieces(s, 's', lines.slice(0, 4), () => 1),
        (s) => imports(s, lines.slice(0, 7).join('')),
        (s) => inPieces(s, 's', lines.slice(4), () => 2),
      ],
      [
        (s) => imports(s, lines.slice(0, 5).join('')),
        (s) => inPieces(s, 's', lines, () => 4),
        (s) => imports(s, lines.join('')),
      ],
      [(s) => inPieces(s, 's', lines.slice(3), () => 2), (s) => imports(s, lines.join(''))],
    ]
    const seen = new Set<string>()
    for (const order of orders) {
      const scope = alone(on)
      for (const step of order) await step(scope)
      const { path, turnCount, usage } = await standing(scope, 's')
      seen.add(JSON.stringify([path, turnCount, usage]))
      await sound(scope, 's')
    }
    assert.equal(seen.size, 1, [...seen].join('\n'))
  })

  it('go with their conversation in its own form, and go on there', async () => {
    const [scope, other] = [alone(on), alone(on)]
    await append(scope, 's', linesOf(talk(4)))
    const lines = linesIn(
      linesOf([...forkedBy(talk(4), 'f', 4), ...entries('u90', 'f').map((one) => ({ ...one, parentUuid: 'f-3' }))]),
    )
    await append(scope, 'f', lines.join(''))
    const form = { conversationId: 'f', format: 'NDJSON', openSorter }
    await imports(other, await buffer(Readable.from(exportConversation(scope, form))))
    assert.equal(await loaded(other, 'f'), lines.join(''))
    const last = linesOf(entries('u95', 'f').map((one) => ({ ...one, parentUuid: 'f-1' })))
    await append(other, 'f', `${lines.join('')}${last}`)
    assert.equal(await loaded(other, 'f'), `${lines.join('')}${last}`)
    await sound(other, 'f')
  })

  it("of a sub-agent are a conversation below its session's", async () => {
    const scope = alone(on)
    const agent = entries('u1 a2<u1', 's', { isSidechain: true, agentId: 'x' })
    await append(scope, 's.agent-x', linesOf([{ type: 'agent_metadata', agentType: 'general' }, ...agent]), {
      sidechainOf: 's',
    })
    await append(scope, 's', linesOf(talk(2)))
    const sub = await scope.reads.conversation('s.agent-x')
    assert.deepEqual([sub?.sidechainOf, sub?.shape.nodes], ['s', 2])
    assert.equal((await standing(scope, 's')).turnCount, 2)
  })

  it('are written with their records, or neither is', async () => {
    const scope = alone(on)
    const record = (version: number, value: string) => [{ kind: 'k', key: 'a', value, expectedVersion: version }]
    const { records } = await append(scope, 's', linesOf(talk(2)), { records: record(0, 'one') })
    assert.equal(records?.[0]?.version, 1)
    await assert.rejects(append(scope, 's', linesOf(talk(4)), { records: record(0, 'two') }), {
      code: 'RECORD_CHANGED',
    })
    assert.equal((await standing(scope, 's')).turnCount, 2)
    await append(scope, 's', linesOf(talk(2)), { records: record(1, 'again') })
    const [stored] = await scope.store.stateRecords([{ conversationId: 's', kind: 'k', key: 'a' }])
    assert.equal(stored?.value, 'again')
  })

  it('at the same time are all there', async () => {
    const scope = alone(on)
    const line = (n: number) => `{"type":"x","n":${n}}\n`
    await Promise.all(Array.from({ length: 20 }, (_, n) => append(scope, 's', line(n))))
    const found = linesIn((await loaded(scope, 's')) ?? '')
    assert.deepEqual(found.sort(), Array.from({ length: 20 }, (_, n) => line(n)).sort())
  })

  it('are refused where they name no place', async () => {
    const scope = alone(on)
    const source = bytesSource(null, Buffer.from('{}\n'))
    const bad = (input: object, code = 'BAD_INPUT') =>
      assert.rejects(importTranscript(scope, { source, conversationId: 's', append: { source: 'store' }, ...input }), {
        code,
      })
    await bad({ conversationId: null })
    await bad({ conversationId: ' ' })
    await bad({ append: { source: 'Store' } })
    await bad({ append: { source: '' } })
    await bad({ append: { source: 'a'.repeat(32) } })
    await bad({ append: { source: 'store', sidechainOf: 's' } })
    await bad({ format: 'CODEX' })
    await bad({ strict: true })
    await bad({ source: bytesSource(null, Buffer.alloc(17 * 1024 * 1024)) }, 'LIMIT_EXCEEDED')
    assert.equal(await scope.reads.conversation('s'), null)
  })
})
