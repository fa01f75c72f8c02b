import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNamed } from '../../../../src/app/backups/checks/named.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'

describe('what the lines of a file name', () => {
  it('must stand before them, under its own kind', () => {
    const named = createNamed(memoryScratch())
    named.add('MESSAGE', 'a')
    named.must('MESSAGE', 'a', 2)
    assert.deepEqual(
      [named.has('MESSAGE', 'a'), named.has('ENTITY', 'a'), named.has('MESSAGE', 'b')],
      [true, false, false],
    )
    const refused = { code: 'BAD_INPUT', facts: { line: 3, kind: 'entity', id: 'a' }, message: /no line before it is/ }
    assert.throws(() => named.must('ENTITY', 'a', 3), refused)
  })

  it('may stand behind them where it is awaited, and is missed in the end by the first line that named it', () => {
    const named = createNamed(memoryScratch())
    named.await('RUN', 'r', 1)
    named.await('RUN', 's', 2)
    named.await('RUN', 's', 5)
    named.add('RUN', 'r')
    const refused = { code: 'BAD_INPUT', facts: { line: 2, kind: 'run', id: 's' }, message: /which no line is/ }
    assert.throws(() => named.finish(), refused)
    named.add('RUN', 's')
    named.finish()
  })

  it('is nothing of an empty file', () => {
    assert.doesNotThrow(() => createNamed(memoryScratch()).finish())
  })
})
