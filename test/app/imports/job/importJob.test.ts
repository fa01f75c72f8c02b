import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  advance,
  isOfContext,
  progressOf,
  remembering,
  type ImportJob,
  type Progress,
} from '../../../../src/app/imports/job/importJob.ts'
import { fakeOf } from '../../../support/fakes.ts'

describe('memory that begins with another', () => {
  const before = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const memory = remembering(before)

  it('holds what that holds, and what was set since', () => {
    memory.set('b', 3)
    memory.set('d', 4)
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => memory.get(key)),
      [1, 3, undefined, 4],
    )
    assert.deepEqual(
      new Map(memory.entries()),
      new Map([
        ['a', 1],
        ['b', 3],
        ['d', 4],
      ]),
    )
    assert.equal([...memory.entries()].length, 3, 'each once')
  })

  it('leaves that as it is', () => {
    assert.deepEqual(
      [...before],
      [
        ['a', 1],
        ['b', 2],
      ],
    )
  })
})

describe('the progress of an import', () => {
  it('is nothing before a conversation has come, and changes in what has changed', () => {
    const job = fakeOf<ImportJob>('import job', { progress: new Map<string, Progress>() })
    const nothing = { added: 0, seen: 0, last: null, headSeen: false, isNew: false }
    assert.deepEqual(progressOf(job, 'c'), nothing)
    advance(job, 'c', { added: 2, isNew: true })
    advance(job, 'c', { added: 3 })
    assert.deepEqual(progressOf(job, 'c'), { ...nothing, added: 3, isNew: true })
    assert.deepEqual(progressOf(job, 'd'), nothing)
  })

  it('knows the entries that came with an earlier piece', () => {
    const is = (append: object | null, line: number, conversationId = 'c') =>
      isOfContext(fakeOf<ImportJob>('import job', { append, sources: new Map([['c', { held: 3 }]]) }), {
        raw: { conversationId, line, part: 0 },
      } as never)
    assert.deepEqual([is({}, 3), is({}, 4), is({}, 3, 'd'), is(null, 3)], [true, false, false, false])
  })
})
