import { it } from 'node:test'
import assert from 'node:assert/strict'
import type { Annotations } from '../../../src/domain/messages/annotation.ts'
import { annotationsOf, annotationsRow } from '../../../src/storage/rows/annotations.ts'
import fc from '../../support/properties.ts'

it("a row of annotations gives back the observation's id, their version and every value", () => {
  const values = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(fc.string(), fc.nat(), values, (id, version, drawn) => {
      const annotations = { id, version, values: JSON.parse(JSON.stringify(drawn)) as unknown } as Annotations
      const row = annotationsRow(annotations)
      assert.deepEqual(Object.keys(row).sort(), ['body', 'id', 'version'])
      assert.deepEqual(annotationsOf(row), annotations)
    }),
  )
})

it('a row of annotations has its version in a column, by which a write is refused', () => {
  const { id, version, body } = annotationsRow({
    id: 'o1',
    version: 3,
    values: { mood: 'calm' },
  })
  assert.deepEqual([id, version, JSON.parse(body)], ['o1', 3, { mood: 'calm' }])
})
