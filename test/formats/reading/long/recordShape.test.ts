import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nestedIn } from '../../../../src/formats/reading/long/recordShape.ts'

const rootsOf = (record: object, ...roots: string[][]) => [
  ...nestedIn(record as never, { nested: { roots, by: 'replies' } }).roots,
]

describe('the entries of a record that hold others', () => {
  it('are none where the format names no place', () => {
    assert.equal(nestedIn({ a: 1 }, {}).roots.size, 0)
  })

  it('stand at the places that it names: a member, or each element of a list', () => {
    const record = { prompt: { text: 'a' }, list: [{ n: 1 }, { n: 2 }], in: { deep: [{ n: 3 }] } }
    assert.deepEqual(rootsOf(record, ['prompt']), [record.prompt])
    assert.deepEqual(rootsOf(record, ['list', '*'], ['in', 'deep', '*']), [...record.list, ...record.in.deep])
    assert.deepEqual(rootsOf(record, []), [record])
    assert.equal(nestedIn(record, { nested: { roots: [], by: 'replies' } }).by, 'replies')
  })

  it('are the very objects of the record, not copies', () => {
    const record = { list: [{}] }
    assert.equal(rootsOf(record, ['list', '*'])[0], record.list[0])
  })

  it('are none where the record has no such place', () => {
    assert.deepEqual(rootsOf({ list: {}, text: 'a' }, ['list', '*'], ['text', 'x'], ['gone'], ['constructor']), [])
  })
})
