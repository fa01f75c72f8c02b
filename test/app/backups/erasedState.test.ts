import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isErasedState } from '../../../src/app/backups/erasedState.ts'
import { tombstone } from '../../../src/domain/erasure/tombstone.ts'
import { tree } from '../../support/tree/drawing.ts'

describe('what an erasure left of what a file says', () => {
  it('is the tombstone of the same content at the same place', () => {
    const { observations: nodes } = tree('a b<a')
    const [a, b] = [nodes.get('a')!, nodes.get('b')!]
    const left = tombstone(a, 'e1')
    assert.ok(isErasedState('observation', left, a))
    assert.ok(isErasedState('observation', { ...a, namesErased: 'e1' }, a))
    assert.ok(!isErasedState('observation', a, a))
    assert.ok(!isErasedState('observation', left, b))
    assert.ok(!isErasedState('observation', left, { ...a, place: b.place }))
  })

  it('is a line of the ledger without words, of the same place and time', () => {
    const event = { kind: 'STORE', seq: 1, at: 't', note: 'why', actor: 'me', details: { a: 1, b: 2 } }
    const wordless = { ...event, note: null, actor: null, details: { a: 1, broughtIn: true } }
    const is = (stored: object) => isErasedState('event', stored, event)
    assert.ok(is(wordless))
    assert.ok(is({ ...wordless, details: {} }))
    for (const other of [
      { seq: 2 },
      { kind: 'FORK' },
      { at: 'u' },
      { note: 'why' },
      { actor: 'me' },
      { details: { c: 1 } },
    ])
      // prettier-ignore
      assert.ok(!is({ ...wordless, ...other }), JSON.stringify(other))
  })

  it('is a thing that says that it was erased, and an attachment that was called otherwise', () => {
    assert.ok(isErasedState('attachment', { erased: true }, {}))
    assert.ok(isErasedState('attachment', { byteSize: 1, fileName: null }, { byteSize: 1, fileName: 'a.txt' }))
    assert.ok(!isErasedState('attachment', {}, {}))
    assert.ok(!isErasedState('attachment', { byteSize: 1, fileName: null }, { byteSize: 2, fileName: 'a.txt' }))
    assert.ok(isErasedState('entity', { erased: { by: 'e1' } }, {}))
    assert.ok(!isErasedState('entity', {}, {}))
    assert.ok(!isErasedState('message', { erased: true }, {}))
  })

  it('is an emptied fact, of a relationship also where it does not say by what', () => {
    const fact = { ownerKind: 'RELATIONSHIP', ownerId: 'r', fields: { a: 1 }, note: 'n' }
    assert.ok(isErasedState('fact', { ...fact, erased: { by: 'e1' } }, fact))
    assert.ok(isErasedState('fact', { ...fact, fields: {}, note: null }, fact))
    for (const other of [{ note: 'n' }, { fields: { a: 1 } }, { ownerId: 's' }, { ownerKind: 'ENTITY' }])
      assert.ok(!isErasedState('fact', { ...fact, fields: {}, note: null, ...other }, fact), JSON.stringify(other))
  })
})
