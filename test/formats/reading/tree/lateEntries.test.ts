import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { LateEntries, type LateEntry } from '../../../../src/formats/reading/tree/lateEntries.ts'
import { fakeOf } from '../../../support/fakes.ts'

const entry = (name: string | null, line = 1) =>
  fakeOf<LateEntry>('late entry', { name, part: 0, cwd: null, step: {}, at: { raw: {}, line } })
const names = (all: readonly LateEntry[]) => all.map(({ name }) => name)

describe('entries whose parent stands later in the file', () => {
  it('are released by their parent in the order in which they came, once', () => {
    const late = new LateEntries(memoryScratch())
    for (const name of ['a', 'b']) late.add(0, 'p', entry(name))
    assert.deepEqual([names(late.released(0, 'p')), names(late.released(0, 'p'))], [['a', 'b'], []])
  })

  it('wait in their own conversation alone', () => {
    const late = new LateEntries(memoryScratch())
    late.add(1, 'p', entry('a'))
    assert.deepEqual([late.released(0, 'p'), late.released(1, 'q')], [[], []])
    assert.deepEqual(
      [late.has(1, 'a', 'p'), late.has(0, 'a', 'p'), late.has(1, 'b', 'p'), late.has(1, 'a', null)],
      [true, false, false, false],
    )
  })

  it('are left in the order of their lines where no parent came', () => {
    const late = new LateEntries(memoryScratch())
    late.add(0, 'b', entry('a', 3))
    late.add(1, 'a', entry('b', 1))
    late.add(0, 'b', entry('c', 2))
    late.released(1, 'a')
    assert.deepEqual(
      late.left().map(({ of, one }) => [of, one.name]),
      [
        [0, 'c'],
        [0, 'a'],
      ],
    )
  })
})
