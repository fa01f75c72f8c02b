import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  danglingParent,
  flag,
  importedFields,
  isAwaiting,
  isFlagged,
  rawOrigin,
} from '../../../src/domain/records/importedFields.ts'
import type { JsonObject, TreeNode } from '../../../src/domain/model.ts'
import { tree } from '../../support/tree/drawing.ts'

const origin = { conversationId: 'c', source: 's', line: 3, part: 0 }
const nowhere = { parent: 'p', isElsewhere: false }
const elsewhere = { parent: 'p', isElsewhere: true }

describe('the fields of an imported entry', () => {
  it('say where its raw form is, and that is read again', () => {
    assert.deepEqual(rawOrigin({ fields: importedFields(origin, null) }), origin)
    assert.deepEqual(rawOrigin({ fields: importedFields(origin, elsewhere) }), origin)
    assert.equal(rawOrigin({ fields: importedFields({ ...origin, source: null }, null) }), null)
    assert.equal(rawOrigin({ fields: {} }), null)
    assert.equal(rawOrigin({ fields: { importedFrom: 'a file' } }), null)
  })

  it('name the parent that was not there, and whether another conversation had it', () => {
    const fields = importedFields(origin, nowhere)
    assert.equal(danglingParent({ fields }), 'p')
    assert.deepEqual(flag({ fields }), { danglingParent: 'p' })
    assert.deepEqual(flag({ fields: importedFields(origin, elsewhere) }), {
      danglingParent: 'p',
      parentElsewhere: true,
    })
    assert.deepEqual(flag({ fields: importedFields(origin, null) }), {})
    assert.equal(danglingParent({ fields: importedFields(origin, null) }), null)
  })
})

describe('a root for want of its parent', () => {
  const drawn = tree('a b<a')
  const node = (id: string, fields: JsonObject): TreeNode => ({ ...drawn.observations.get(id)!, fields })

  it('is one that names a parent, and waits where no conversation had that', () => {
    const kinds = [importedFields(origin, nowhere), importedFields(origin, elsewhere), {}]
    assert.deepEqual(
      kinds.map((fields) => isFlagged(node('a', fields))),
      [true, true, false],
    )
    assert.deepEqual(
      kinds.map((fields) => isAwaiting(node('a', fields))),
      [true, false, false],
    )
  })

  it('is none any more once it stands below a node', () => {
    assert.ok(!isFlagged(node('b', importedFields(origin, nowhere))))
    assert.ok(!isAwaiting(node('b', importedFields(origin, nowhere))))
  })
})
