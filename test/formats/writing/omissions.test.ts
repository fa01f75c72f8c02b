import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  Omissions,
  omissionsText,
  omissionWords,
  written,
  type MessageWriting,
  type WrittenEntry,
} from '../../../src/formats/writing/omissions.ts'
import fc from '../../support/properties.ts'

const counted = (all: readonly (readonly [string, number])[]) => {
  const omissions = new Omissions()
  for (const [kind, count] of all) omissions.add(kind, count)
  return omissions
}

describe('what a format could not hold', () => {
  it('is counted by kind, what matters most first and the rest by name', () => {
    const counts = counted([
      ['system', 1],
      ['thinking', 2],
      ['notes', 3],
      ['branches', 1],
      ['thinking', 1],
      ['joins', 0],
    ]).counts()
    assert.deepEqual(Object.entries(counts), [
      ['branches', 1],
      ['thinking', 3],
      ['notes', 3],
      ['system', 1],
    ])
  })

  it('is the same in whatever order it is counted, and in however many parts', () => {
    const some = fc.array(
      fc.tuple(fc.constantFrom('branches', 'attachments', 'thinking', 'other', 'notes'), fc.nat({ max: 5 })),
    )
    fc.assert(
      fc.property(some, some, (one, other) => {
        const whole = counted([...one, ...other]).counts()
        const parts = counted(other)
        parts.addAll(counted(one))
        assert.deepEqual(Object.entries(parts.counts()), Object.entries(whole))
      }),
    )
  })

  it('is null where nothing was left out, and words for people', () => {
    assert.equal(omissionsText({}), null)
    const text = omissionsText({ branches: 1, attachments: 1200, unknown: 2 })
    assert.equal(text, 'branches=1; attachments=1200; unknown=2')
    assert.equal(omissionWords(text), '1 other branch, 1,200 attachments, unknown=2')
    assert.equal(omissionWords('constructor=1'), 'constructor=1')
  })
})

describe('the messages of all entries', () => {
  it('are those that come out one after the other, and what is left in the end', () => {
    const writing: MessageWriting<string> = {
      omissions: new Omissions(),
      add: ({ id }) => (id === 'b' ? [] : [id, id]),
      end: () => ['end'],
    }
    assert.deepEqual(written(writing, []), ['end'])
    assert.deepEqual(
      written(
        writing,
        ['a', 'b', 'c'].map((id) => ({ id }) as WrittenEntry),
      ),
      ['a', 'a', 'c', 'c', 'end'],
    )
  })
})
