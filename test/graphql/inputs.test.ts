import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askModelOf, importOf, mergeOf, storeTurnOf, storeTurnsOf } from '../../src/graphql/inputs.ts'
import type { MergeInput, StoreTurnInput, StoreTurnsInput } from '../../src/graphql/generated.ts'

const turn = (members: object) =>
  storeTurnOf({ conversationId: 'trip', turnId: 'u1', role: 'USER', ...members } as unknown as StoreTurnInput)
const refused = (field: string, message: RegExp) => (thrown: { code?: unknown; message: string; field?: unknown }) => {
  assert.deepEqual([thrown.code, thrown.field], ['BAD_INPUT', [field]])
  assert.match(thrown.message, message)
  return true
}

describe('a turn that an input describes', () => {
  it('has its text as one block, also an empty one', () => {
    assert.deepEqual(turn({ text: 'Héllo' }).blocks, [{ type: 'text', text: 'Héllo' }])
    assert.deepEqual(turn({ text: '', content: null }).blocks, [{ type: 'text', text: '' }])
  })

  it('has its content as blocks, each of its kind', () => {
    const content = [
      { text: 'a' },
      { thinking: { thinking: 'b' } },
      { toolCall: { id: 'c', name: 'Read', input: {} } },
      { toolResult: { callId: 'c', content: 'd' } },
      { toolResult: { callId: 'c', content: 'd', isError: true } },
      { attachmentId: 'f' },
      { other: { x: 1 } },
    ]
    assert.deepEqual(turn({ content }).blocks, [
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: 'b' },
      { type: 'toolCall', id: 'c', name: 'Read', input: {} },
      { type: 'toolResult', callId: 'c', content: 'd', isError: false },
      { type: 'toolResult', callId: 'c', content: 'd', isError: true },
      { type: 'attachment', attachmentId: 'f' },
      { type: 'other', value: { x: 1 } },
    ])
  })

  it('is refused without content, with an empty one and with both forms; an attachment is enough', () => {
    assert.throws(() => turn({}), refused('content', /needs "text", "content" or "attachments"/))
    assert.throws(() => turn({ attachments: [] }), refused('content', /needs/))
    assert.throws(() => turn({ content: [] }), refused('content', /no block/))
    assert.throws(() => turn({ text: '', content: [{ text: 'a' }] }), refused('text', /not both/))
    assert.deepEqual(turn({ attachments: [{}] }).blocks, [])
  })

  it('is one of several, in their order', () => {
    const { turns } = storeTurnsOf({
      conversationId: 'trip',
      turns: [{ text: 'a' }, { text: 'b' }],
    } as unknown as StoreTurnsInput)
    assert.deepEqual(
      turns.map(({ blocks }) => blocks),
      [[{ type: 'text', text: 'a' }], [{ type: 'text', text: 'b' }]],
    )
  })
})

describe('what an input asks a model', () => {
  const asked = (members: object) => askModelOf({ conversationId: 'trip', ...members }).prompt

  it('has a prompt where it has words or an attachment, else none', () => {
    assert.equal(asked({}), null)
    assert.equal(asked({ attachments: [] }), null)
    assert.deepEqual(asked({ prompt: 'a' }), { blocks: [{ type: 'text', text: 'a' }], attachments: null })
    assert.deepEqual(asked({ attachments: ['x'] }), { blocks: [], attachments: ['x'] })
  })

  it('has it in one form', () => {
    assert.throws(() => asked({ prompt: 'a', content: [{ text: 'b' }] }), refused('prompt', /not both/))
  })
})

describe('an import that an input describes', () => {
  const imported = (members: object) => importOf({ content: 'né', ...members })

  it('is a file in memory, measured in bytes', async () => {
    const { source, bytes, strict, origin, append } = imported({ fileName: 'a.jsonl' })
    assert.deepEqual([bytes, source.name, strict, origin, append], [3, 'a.jsonl', false, 'IMPORT', null])
    assert.equal(Buffer.from(await source.slice(0, 3)).toString(), 'né')
  })

  it('takes what goes with appending only where it appends', () => {
    assert.deepEqual(imported({ mode: 'APPEND', sidechainOf: 'x' }).append, {
      source: 'store',
      sidechainOf: 'x',
      records: null,
    })
    for (const name of ['source', 'sidechainOf', 'records'])
      assert.throws(() => imported({ mode: 'CREATE', [name]: 'x' }), refused(name, /goes with "mode": APPEND alone/))
  })
})

describe('a merge that an input describes', () => {
  const merged = (gate: unknown) => mergeOf({ from: 'a', gate } as unknown as MergeInput)

  it('has no gate, a command or a schema', () => {
    assert.equal('gate' in merged(null), false)
    assert.deepEqual(merged({ command: 'test' }).gate, { command: 'test' })
    assert.deepEqual(merged({ jsonSchema: {} }).gate, { jsonSchema: {} })
  })
})
