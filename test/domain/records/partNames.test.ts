import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDependent, isWatched, PartNames, sharedWith } from '../../../src/domain/records/partNames.ts'
import type { Json } from '../../../src/domain/model.ts'
import type { StateRecord } from '../../../src/domain/records/stateRecord.ts'

const record = (kind: string, key: string, value: Json = null, more: Partial<StateRecord> = {}): StateRecord => ({
  ...{
    conversationId: 'c',
    kind,
    key,
    parentKey: null,
    value,
    base64: null,
    version: 1,
    observationId: null,
    storedAt: '',
  },
  ...more,
})
/** The keys of the parts that nothing names; records of forks come second. */
function loose(own: readonly StateRecord[], ofForks: readonly StateRecord[] = []): string[] {
  const names = new PartNames()
  for (const one of own) names.add(one)
  for (const one of own) names.take(one)
  for (const one of ofForks) names.take(one, true)
  return names.loose().map(({ key }) => key)
}

describe('a part of state', () => {
  it('is there for others alone where its kind says so, and it is of no turn and no program', () => {
    assert.ok(isDependent(record('x.part', 'k')))
    assert.ok(!isDependent(record('x', 'k')))
    assert.ok(!isDependent(record('x.part', 'k', null, { observationId: 'o' })))
    assert.ok(!isDependent(record('x.part', 'k', null, { parentKey: 'k' })))
    for (const kind of ['lg.thread.part', 'lg.fork.part']) assert.ok(!isDependent(record(kind, 'k')), kind)
  })

  it('is loose where no record names it', () => {
    assert.deepEqual(loose([record('x.part', 'a'), record('x.part', 'b'), record('x', 'k', { uses: ['a'] })]), ['b'])
    assert.deepEqual(loose([record('x.part', 'a')]), ['a'])
    assert.deepEqual(loose([]), [])
  })

  it('is held by a part that is held, and not by one that is loose', () => {
    const chain = [record('x.part', 'a', 'b'), record('x.part', 'b', ['c']), record('x.part', 'c')]
    assert.deepEqual(loose([...chain, record('x', 'k', { deep: [{ a: 'a' }] })]), [])
    assert.deepEqual(loose([...chain, record('x', 'k', 'b')]), ['a'])
    assert.deepEqual(loose(chain), ['a', 'b', 'c'])
    assert.deepEqual(loose([record('x.part', 'a', 'b'), record('x.part', 'b', 'a')]), ['a', 'b'], 'a circle ends')
  })

  it('is held by a record whose key its own begins with, and by a parent', () => {
    assert.deepEqual(loose([record('x', 'k'), record('x.part', 'k/1/2'), record('x.part', 'kk/1')]), ['kk/1'])
    assert.deepEqual(
      loose([
        record('x', 'k'),
        record('x.part', 'p', null, { parentKey: 'k' }),
        record('x.part', 'q', null, { parentKey: 'none' }),
      ]),
      ['q'],
    )
  })

  it('is held by any record of a fork, a part of that too', () => {
    assert.deepEqual(loose([record('x.part', 'a'), record('x.part', 'b')], [record('x.part', 'f', 'a')]), ['b'])
  })
})

it('one kind is looked at for parts that were dropped, another names what shares them', () => {
  assert.deepEqual(
    ['lg.thread.part', 'lg.fork.part', 'x.part'].map((kind) => isWatched({ kind })),
    [true, false, false],
  )
  assert.equal(sharedWith(record('lg.fork.part', 'other')), 'other')
  assert.equal(sharedWith(record('x.part', 'other')), null)
})
