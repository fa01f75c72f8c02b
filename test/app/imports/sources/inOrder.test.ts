import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { inOrder, recognisedIn } from '../../../../src/app/imports/sources/inOrder.ts'
import { bytesSource } from '../../../../src/formats/importSource.ts'
import type { Format } from '../../../../src/formats/format.ts'
import type { Sample } from '../../../../src/formats/reading/sample.ts'
import { fakeOf } from '../../../support/fakes.ts'

/** Files `stem.2` belong together, by their numbers. */
const format = fakeOf<Format>('format', {
  siblings: (name: string) => {
    const [stem = '', rank] = name.split('.')
    return rank === undefined ? null : { stem, rank: Number(rank) }
  },
})
const file = (name: string, copiedAt: string | null = null, of: Format | null = format) => ({
  name,
  format: of,
  copiedAt,
})
const order = (...names: string[]) =>
  inOrder(names.map((name) => file(name)))
    .map(({ name }) => name)
    .join(' ')

describe('the order of files', () => {
  it('is as they come, those of one conversation where the first of them stands', () => {
    assert.equal(order('b', 'a'), 'b a')
    assert.equal(order('x.2', 'b', 'x.1', 'a', 'x.3'), 'x.1 x.2 x.3 b a')
    assert.equal(order(), '')
    assert.deepEqual(
      inOrder([file('x.2', null, null), file('x.1', null, null)]).map(({ name }) => name),
      ['x.2', 'x.1'],
    )
  })

  it('has copies after all others, the oldest first', () => {
    const files = [file('late', '2026-02'), file('own'), file('early', '2026-01'), file('last')]
    assert.deepEqual(
      inOrder(files).map(({ name }) => name),
      ['own', 'last', 'early', 'late'],
    )
  })

  it('leaves out none', () => {
    const name = fc.constantFrom('a', 'b', 'x.1', 'x.2', 'y.1')
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.constantFrom(null, '1', '2'))), (given) => {
        const files = given.map(([one, copiedAt]) => file(one, copiedAt))
        assert.deepEqual(new Set(inOrder(files)), new Set(files))
        assert.equal(inOrder(files).length, files.length)
      }),
    )
  })
})

describe('a format is recognised', () => {
  const of = (name: string, recognises?: (sample: Sample) => boolean, copiedAt?: () => string | null) =>
    fakeOf<Format>('format', { name, recognises, copiedAt })
  const source = bytesSource(null, Buffer.from('{}'))
  it('as the first whose marks are there', async () => {
    const formats = [
      of('none'),
      of('no', () => false),
      of(
        'one',
        () => true,
        () => '2026',
      ),
      of('two', () => true),
    ]
    assert.deepEqual(await recognisedIn(source, formats), { format: formats[2], copiedAt: '2026' })
    assert.deepEqual(await recognisedIn(source, formats.slice(3)), { format: formats[3], copiedAt: null })
    assert.equal(await recognisedIn(source, formats.slice(0, 2)), null)
  })
})
