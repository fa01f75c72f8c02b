import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isHashTaken, tombstone, trueContentHash } from '../../../src/domain/erasure/tombstone.ts'
import type { Block, Observation, Role } from '../../../src/domain/model.ts'
import { contentHash } from '../../../src/domain/tree/pathHash.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const blocks: Block[] = [
  { type: 'text', text: 'secret', extra: { a: 'secret' } },
  { type: 'thinking', thinking: 'secret', signature: 'secret' },
  { type: 'toolCall', callId: 'k', name: 'read', input: { path: 'secret' }, extra: { a: 'secret' } },
  { type: 'toolResult', callId: 'k', content: 'secret', isError: true },
  { type: 'attachment', attachmentId: 'f'.repeat(64), fileName: 'secret' },
  { type: 'other', value: 'secret' },
]
const full = (role: Role, some: readonly Block[]): Observation => ({
  ...unplaced('o', { role, blocks: some, answerId: 'a' }),
  ...{ senderId: 'secret', senderKind: 'secret', metadata: { a: 'secret' }, salt: 'secret', model: 'm' },
  fields: { importedFrom: { line: 1 }, danglingParent: 'p', usage: { inputTokens: 1 }, title: 'secret' },
})
const erased = (role: Role, ...some: Block[]) => tombstone(full(role, some), 'e1').erased

describe('what stays of an erased observation', () => {
  const whole = full('USER', blocks)
  const left = tombstone(whole, 'e1')

  it('says nothing of what it said', () => {
    assert.doesNotMatch(JSON.stringify(left), /secret|ffff/)
  })

  it('is where it stands, its hashes, its usage, and which call its results answer', () => {
    const { id, kind, role, messageId, observedAt, contentHash: hash, usage, model } = whole
    const stays = { id, kind, role, messageId, observedAt, contentHash: hash, usage, model }
    assert.deepEqual({ ...left, ...stays }, left)
    assert.deepEqual([left.senderId, left.senderKind, left.salt, left.metadata], [null, null, null, {}])
    assert.deepEqual(
      left.blocks.map(({ type }) => type),
      ['text', 'thinking', 'toolCall', 'toolResult', 'other', 'other'],
    )
    assert.deepEqual(left.blocks[2], { type: 'toolCall', callId: 'k', name: 'read', input: null })
    assert.deepEqual(left.blocks[3], { type: 'toolResult', callId: 'k', content: null, isError: true })
    assert.deepEqual(left.fields, { importedFrom: { line: 1 }, danglingParent: 'p', usage: { inputTokens: 1 } })
  })

  it('is what it counts: whether it was a prompt, and how its results ended', () => {
    const result = (content: string, isError: boolean): Block => ({ type: 'toolResult', callId: 'k', content, isError })
    const nothing = { by: 'e1', begins: false, titled: false, failed: 0, declined: 0 }
    assert.deepEqual(erased('USER', { type: 'text', text: 'Do it' }), { ...nothing, begins: true, titled: true })
    assert.deepEqual(erased('USER', { type: 'text', text: '  ' }), nothing)
    assert.deepEqual(erased('ASSISTANT', { type: 'text', text: 'Done' }), nothing)
    const results = [result('no', true), result('ok', false), result('The user rejected it', true), result('no', true)]
    assert.deepEqual(erased('TOOL', ...results), { ...nothing, failed: 2, declined: 1 })
  })

  it('keeps where a marker hides, and not the summary in its place', () => {
    const marker = { span: { from: 0, to: 1 }, keep: [], summary: 's', cancels: null, targets: ['t'], sidechains: null }
    const compaction = { ...unplaced('m', { kind: 'COMPACTION' }), marker }
    assert.deepEqual(tombstone(compaction, 'e1').marker, { ...marker, summary: null })
    assert.equal(left.marker, null)
  })
})

describe('the content hash', () => {
  const whole = unplaced('o', { blocks })
  it('is computed while the content is there, and taken as stored once something of it is erased', () => {
    assert.equal(trueContentHash(whole), contentHash(whole))
    assert.equal(trueContentHash({ ...whole, contentHash: 'wrong' }), contentHash(whole))
    const left = tombstone(whole, 'e1')
    assert.equal(trueContentHash(left), contentHash(whole))
    assert.notEqual(contentHash(left), contentHash(whole))
    assert.deepEqual([isHashTaken(whole), isHashTaken(left), isHashTaken({ namesErased: 'e1' })], [false, true, true])
  })

  it('is none of what says that it was erased, and holds what no erasure leaves', () => {
    const left = tombstone(full('USER', blocks), 'e1')
    assert.equal(trueContentHash(left), left.contentHash)
    const { erased } = left
    assert.ok(erased)
    const lies: Partial<Observation>[] = [
      ...[{ blocks }, { metadata: { a: 1 } }, { fields: { title: 't' } }, { senderId: 's' }, { salt: 's' }],
      ...[{ failed: 2 }, { failed: 1, declined: 1 }].map((more) => ({ erased: { ...erased, ...more } })),
      { role: 'ASSISTANT', erased: { ...erased, titled: true } },
    ]
    for (const lie of lies) assert.equal(trueContentHash({ ...left, ...lie }), null, JSON.stringify(lie))
  })

  it('is taken of what lost names of files only where it embeds something without a name, and has no salt', () => {
    const file: Block = { type: 'attachment', attachmentId: 'f'.repeat(64) }
    const of = (some: Block[], salt: string | null = null) =>
      trueContentHash({ ...unplaced('o', { blocks: some }), salt, contentHash: 'kept', namesErased: 'e1' })
    assert.deepEqual(
      [of([file]), of([{ ...file, fileName: 'x' }]), of([{ type: 'text', text: 'a' }]), of([file], 's')],
      ['kept', null, null, null],
    )
  })
})
