import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../../src/domain/model.ts'
import {
  argumentsOf,
  blocksBy,
  compaction,
  note,
  noteDraft,
  resultBlock,
  textBlocks,
  textReader,
  turn,
} from '../../../../src/formats/reading/tree/drafts.ts'

const nothing = { model: null, usage: null, observedAt: null, fields: {}, metadata: {} }

describe('the draft of an entry', () => {
  it('says nothing but its content where nothing else is known', () => {
    const blocks = [{ type: 'text', text: 'a' }] as const
    assert.deepEqual(turn('USER', blocks), { ...nothing, kind: 'TURN', role: 'USER', blocks })
    assert.deepEqual(compaction(), { ...nothing, kind: 'COMPACTION', role: null, blocks: [] })
    assert.deepEqual(note([1]), { ...nothing, kind: 'NOTE', role: null, blocks: [{ type: 'other', value: [1] }] })
  })

  it('has its details, and files only where there are some', () => {
    const { model, fields } = turn('ASSISTANT', [], { model: 'm', fields: { a: 1 } })
    assert.deepEqual([model, fields], ['m', { a: 1 }])
    assert.equal('files' in turn('USER', [], { files: [] }), false)
  })

  it('of a note has the words that are looked for in front of the value', () => {
    assert.deepEqual(noteDraft('né', { a: 1 }).blocks, [
      { type: 'text', text: 'né' },
      { type: 'other', value: { a: 1 } },
    ])
    assert.deepEqual(noteDraft('', 7).blocks, note(7).blocks)
  })
})

describe('the arguments of a call', () => {
  it('are what their JSON says where that is an object, and else as they came', () => {
    const inputs: (Json | undefined)[] = ['{"a":1}', '[1]', '7', '{"a"', '', { b: 2 }, null, undefined]
    assert.deepEqual(inputs.map(argumentsOf), [{ a: 1 }, '[1]', '7', '{"a"', '', { b: 2 }, {}, {}])
  })
})

describe('foreign content as blocks', () => {
  const readers = { text: textReader, call: () => undefined }

  it('is nothing where there is none', () => {
    assert.deepEqual(
      [undefined, null, '', []].map((content) => blocksBy(readers, content)),
      [[], [], [], []],
    )
    assert.deepEqual([textBlocks(7), textBlocks('a')], [[], [{ type: 'text', text: 'a' }]])
  })

  it('is read by the type of each block, with its other members beside', () => {
    assert.deepEqual(blocksBy(readers, ['a', { type: 'text', text: '', cites: [1] }]), [
      { type: 'text', text: 'a' },
      { type: 'text', text: '', extra: { cites: [1] } },
    ])
  })

  it('is kept verbatim where no reader covers it', () => {
    const values: Json[] = [{ type: 'text' }, { type: 'call' }, { type: 'constructor' }, null, 7, []]
    assert.deepEqual(
      blocksBy(readers, values),
      values.map((value) => ({ type: 'other', value })),
    )
    assert.deepEqual(blocksBy(readers, { a: 1 }), [{ type: 'other', value: { a: 1 } }])
  })
})

describe('a result of a tool', () => {
  it('has what else is said of it only where there is something', () => {
    const result = { type: 'toolResult', callId: 'k', content: null, isError: true }
    assert.deepEqual(resultBlock('k', null, true), result)
    assert.deepEqual(resultBlock('k', null, true, { a: 1 }), { ...result, extra: { a: 1 } })
  })
})
