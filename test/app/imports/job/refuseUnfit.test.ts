import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refuseUnfit } from '../../../../src/app/imports/job/refuseUnfit.ts'
import type { Format } from '../../../../src/formats/format.ts'
import { bytesSource } from '../../../../src/formats/importSource.ts'
import { fakeOf } from '../../../support/fakes.ts'

const source = bytesSource('a.jsonl', Buffer.from(''))
const refuse = (count: number) =>
  refuseUnfit(
    source,
    fakeOf<Format>('format', {
      name: 'X',
      async *lineFaults() {
        for (let line = 1; line <= count; line++) yield await Promise.resolve({ line, message: `wrong ${line}` })
      },
    }),
  )

it('a file whose lines all fit is not refused', async () => {
  await assert.doesNotReject(refuse(0))
})

it('a file is refused with its lines that fit no schema: three in words, twenty as facts, and how many', async () => {
  const facts = { format: 'X', count: 1, lines: [{ line: 1, message: 'wrong 1' }] }
  await assert.rejects(refuse(1), { code: 'BAD_INPUT', message: '1 line fits no schema: line 1: wrong 1', facts })
  await assert.rejects(refuse(25), (thrown: { message: string; facts: { count: number; lines: unknown[] } }) => {
    assert.match(thrown.message, /^25 lines fit no schema: .*line 3: wrong 3 And 22 more\.$/)
    assert.deepEqual([thrown.facts.count, thrown.facts.lines.length], [25, 20])
    return true
  })
})

it('a format without schemas is refused with those that have some', async () => {
  await assert.rejects(
    refuseUnfit(source, { name: 'X' } as Format),
    (thrown: { code: string; facts: { format: string; checked: string[] } }) => {
      // prettier-ignore
      assert.deepEqual([thrown.code, thrown.facts.format], ['BAD_INPUT', 'X'])
      assert.ok(thrown.facts.checked.length > 0)
      return true
    },
  )
})
