import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RawChunk } from '../../../src/domain/model.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import { changes, event, fill, seqsOf } from '../../support/changes.ts'
import { converse, store as put, textBlock, update } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import { sameAnswers } from './answers.ts'
import type { Contract } from './contract.ts'
import { creation } from './writing.ts'

export const odd =
  'lone \ud800 and \udfff, NUL \u0000, pair \ud83d\ude00, separators \u2028\u2029, quote " and \\ and \ufeff'
export const oddValue = {
  [odd]: [odd, { __proto__x: null }, -0.5, 1e300, 2 ** 53 - 1, true, ''],
  constructor: {},
  '': null,
}

/** What is stored comes back as it was. */
export function content(contract: Contract): void {
  const { store, newTenant } = contract

  describe('keeps content as it is', () => {
    it('with lone surrogates, NUL and strange names', async () => {
      const [tenant, world] = [newTenant(), createWorld()]
      converse(world, 'c', { metadata: oddValue, cwd: odd, title: odd, derivedTitle: odd, preview: odd })
      put(world, 'c', {
        blocks: [
          { type: 'text', text: odd, extra: oddValue },
          { type: 'thinking', thinking: odd, signature: null },
          { type: 'toolCall', callId: odd, name: odd, input: oddValue },
          { type: 'toolResult', callId: odd, content: oddValue, isError: true },
          { type: 'other', value: odd },
        ],
      })
      update(world, 'c', { metadata: { [odd]: odd } })
      await fill(store(), tenant, world, 1)
      await sameAnswers(store(), tenant, world)
    })

    it('in every member of an event', async () => {
      const tenant = newTenant()
      const given = {
        actor: oddValue,
        note: odd,
        details: oddValue,
        pathHash: 'c'.repeat(64),
        head: { from: null, to: 'o' },
      }
      const written = event('e', 'c', given)
      seqsOf(await store().write(tenant, changes(written, { conversations: [creation('c')] })))
      assert.deepEqual(await store().events(tenant, ['e']), [{ ...written, seq: 1 }])
    })

    it('when it is of 5 MB', async () => {
      const [tenant, world] = [newTenant(), createWorld()]
      converse(world, 'c')
      put(world, 'c', { blocks: [textBlock('large \u{1f600} '.repeat(500_000))] })
      await fill(store(), tenant, world)
      await sameAnswers(store(), tenant, world)
    })
  })
  marks(contract)
  rawLines(contract)
}

function marks({ store, newTenant }: Contract): void {
  it('import marks are replaced by later ones of their name', async () => {
    const tenant = newTenant()
    const mark = (id: string, importMarks: Changes['importMarks']) => changes(event(id, 'c'), { importMarks })
    const first = mark('e1', [
      { name: 'a', value: oddValue },
      { name: 'b', value: null },
    ])
    seqsOf(await store().write(tenant, { ...first, conversations: [creation('c')] }))
    seqsOf(await store().write(tenant, mark('e2', [{ name: 'b', value: ['new'] }])))
    const found = await store().importMarks(tenant, ['b', 'none', 'a'])
    assert.deepEqual(found, [{ name: 'b', value: ['new'] }, null, { name: 'a', value: oddValue }])
    assert.deepEqual(await store().importMarks(newTenant(), ['a']), [null])
  })
}

const bytes = (length: number, seed: number) => Uint8Array.from({ length }, (_, k) => (k * seed + (k >> 8)) & 0xff)

function rawLines({ store, newTenant }: Contract): void {
  describe('raw lines', () => {
    const chunk = (source: string, firstLine: number, lineCount: number): RawChunk => ({
      conversationId: 'c',
      source,
      firstLine,
      lineCount,
      bytes: bytes(1000 + firstLine, firstLine + 6),
    })
    const chunks = [chunk('z.jsonl', 1, 10), chunk('z.jsonl', 11, 1), chunk('a.jsonl', 1, 3), chunk('z.jsonl', 12, 100)]
    const written = async () => {
      const tenant = newTenant()
      seqsOf(await store().write(tenant, changes(event('e0', 'c'), { conversations: [creation('c')] })))
      for (const [k, it] of chunks.entries())
        seqsOf(await store().write(tenant, changes(event(`e${k + 1}`, 'c'), { rawChunks: [it] })))
      return tenant
    }

    it('come back byte for byte, from the chunk that holds the line on', async () => {
      const tenant = await written()
      const read = (fromLine: number, limit = 10) => store().rawChunks(tenant, 'c', 'z.jsonl', fromLine, limit)
      const own = chunks.filter((it) => it.source === 'z.jsonl')
      const plain = async (fromLine: number) =>
        (await read(fromLine)).map((it) => ({ ...it, bytes: Uint8Array.from(it.bytes) }))
      assert.deepEqual(await plain(1), own)
      assert.deepEqual(await plain(10), own)
      assert.deepEqual(await plain(11), own.slice(1))
      assert.deepEqual(await plain(12), own.slice(2))
      assert.deepEqual(await plain(111), own.slice(2))
      assert.deepEqual(await plain(112), [])
      assert.equal((await read(1, 2)).length, 2)
      assert.deepEqual(await store().rawChunks(tenant, 'c', 'none', 1, 10), [])
      assert.deepEqual(await store().rawChunks(newTenant(), 'c', 'z.jsonl', 1, 10), [])
    })

    it('have sources in the order in which they were first stored', async () => {
      const tenant = await written()
      const sources = [
        { source: 'z.jsonl', lineCount: 111 },
        { source: 'a.jsonl', lineCount: 3 },
      ]
      assert.deepEqual(await store().rawSources(tenant, 'c'), sources)
      assert.deepEqual(await store().rawSources(tenant, 'd'), [])
    })
  })
}
