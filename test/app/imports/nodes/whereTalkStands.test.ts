import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maySpeak, saysNothing } from '../../../../src/app/imports/nodes/whereTalkStands.ts'
import { tree, type Made } from '../../../support/tree/drawing.ts'

const node = (id: string, made: Record<string, Made> = {}) => tree('a b<a c<a d<b', made).observations.get(id)!

describe('the head of an imported conversation', () => {
  it('may stand at whatever goes on from where it stands, and where nothing stands yet', () => {
    assert.ok(maySpeak(node('b', { b: { kind: 'NOTE' } }), node('a')))
    assert.ok(maySpeak(node('c', { c: { kind: 'NOTE' } }), null))
  })

  it('may stand elsewhere at a turn that says something, or a person’s', () => {
    const [last, answer] = [node('b'), { role: 'ASSISTANT' as const, blocks: [] }]
    assert.ok(maySpeak(node('c'), last))
    assert.ok(maySpeak(node('c', { c: { blocks: [] } }), last))
    assert.ok(!maySpeak(node('c', { c: answer }), last))
    assert.ok(!maySpeak(node('c', { c: { kind: 'NOTE' } }), last))
    assert.ok(!maySpeak(node('a'), last) || node('a').place.parentId === null)
  })
})

describe('a path', () => {
  it('says nothing up to notes, and up to one empty answer', () => {
    const empty = { role: 'ASSISTANT' as const, blocks: [] }
    assert.ok(saysNothing(node('a', { a: { kind: 'NOTE' } })))
    assert.ok(saysNothing(node('a', { a: empty })))
    assert.ok(saysNothing(node('b', { a: { kind: 'NOTE' }, b: empty })))
  })

  it('says something behind any turn', () => {
    const empty = { role: 'ASSISTANT' as const, blocks: [] }
    assert.ok(!saysNothing(node('a')))
    assert.ok(!saysNothing(node('a', { a: { blocks: [] } })), 'a person’s turn is one')
    assert.ok(!saysNothing(node('b', { b: empty })))
    assert.ok(!saysNothing(node('b', { b: { kind: 'NOTE' } })))
  })
})
