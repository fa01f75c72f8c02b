import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { decodePath } from '../../../src/adapters/aiSdk/decode.ts'
import { encodeAll } from '../../../src/adapters/aiSdk/encode.ts'
import type { AnyChatMessage } from '../../../src/adapters/aiSdk/uiMessage.ts'
import { dataUrlOf } from '../../../src/adapters/turns/hashedBytes.ts'
import type { Block, PathTurn } from '../../../src/adapters/turns/path.ts'

const turn = (role: PathTurn['role'], blocks: readonly Block[], more: Partial<PathTurn> = {}): PathTurn => ({
  observationId: 'o',
  kind: 'TURN',
  turnId: 't',
  files: new Map(),
  metadata: {},
  model: null,
  isDeleted: false,
  ...more,
  role,
  blocks,
})
/** The path as which messages are stored. */
const stored = (messages: readonly unknown[]): PathTurn[] =>
  encodeAll(messages as AnyChatMessage[], dataUrlOf).flatMap(({ turns }) =>
    turns.map(({ turnId, role, blocks, files, metadata }) =>
      turn(role, blocks, { turnId, files: files ?? new Map(), metadata }),
    ),
  )

describe('messages of a path', () => {
  it('are none where there is no turn, or a deleted one, or what is no turn', () => {
    assert.deepEqual(decodePath([]), [])
    const said = [{ text: 'a' }]
    assert.deepEqual(decodePath([turn('USER', said, { isDeleted: true }), turn('USER', said, { kind: 'NOTE' })]), [])
  })

  it('are those that were stored, exactly, whatever parts they have', () => {
    const state = fc.constantFrom(
      { state: 'input-available' },
      { state: 'output-available', output: [1] },
      { state: 'output-error', errorText: 'no' },
      { state: 'output-denied' },
    )
    const part = fc.oneof(
      fc.string().map((text) => ({ type: 'text', text })),
      fc.string().map((text) => ({ type: 'reasoning', text, providerMetadata: { anthropic: { signature: text } } })),
      fc.jsonValue().map((data) => ({ type: 'data-x', data: JSON.parse(JSON.stringify(data)) as unknown })),
      fc
        .tuple(state, fc.constantFrom('k', 'l'))
        .map(([of, toolCallId]) => ({ type: 'tool-look', toolCallId, input: {}, ...of })),
      fc.constant({ type: 'file', url: 'https://a/b', mediaType: 'image/png', filename: 'b.png' }),
    )
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'system'),
      parts: fc.array(part, { maxLength: 5 }),
      metadata: fc.constantFrom(1, null),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), (all) => {
        const messages = all.map((one, i) => ({ id: `m${i}`, ...one }))
        assert.deepEqual(
          decodePath(stored(messages)).map((one) => one.message),
          messages,
        )
      }),
    )
  })

  it('say where on the path they begin, and which of their parts are files stored here', () => {
    const file = { type: 'file', mediaType: 'text/plain', url: 'data:text/plain;base64,aGk=' }
    const [first, second] = decodePath(
      stored([
        {
          id: 'a',
          role: 'assistant',
          parts: [{ type: 'tool-look', toolCallId: 'k', input: {}, state: 'output-available', output: 1 }],
        },
        { id: 'b', role: 'user', parts: [{ type: 'text', text: 'see' }, file] },
      ]),
    )
    assert.deepEqual([first?.at, second?.at, first?.files.size], [0, 2, 0])
    assert.deepEqual(
      [...(second?.files ?? [])],
      [[1, { head: 'data:text/plain;base64,', id: dataUrlOf(file.url)?.id }]],
    )
  })

  it('give a result to the newest call of its id that waits for one', () => {
    const call = { toolCall: { callId: 'k', name: 'look', input: {} } }
    const result = (content: string) => ({ toolResult: { callId: 'k', content, isError: false } })
    const partsOf = (...results: Block[]) =>
      decodePath([turn('ASSISTANT', [call, call]), turn('TOOL', results)])[0]?.message.parts
    assert.deepEqual(
      partsOf(result('x'))?.map((part) => part['output']),
      [undefined, 'x'],
    )
    assert.deepEqual(
      partsOf(result('x'), result('y'), result('z'))?.map((part) => part['output']),
      ['y', 'x'],
    )
  })

  it('are made of what others stored: calls become dynamic ones, with the results that follow', () => {
    const result = (callId: string, content: string) => ({ toolResult: { callId, content, isError: false } })
    const [message, ...others] = decodePath([
      turn('ASSISTANT', [{ text: 'a' }, { toolCall: { callId: 'k', name: 'look', input: 1 } }, { other: {} }]),
      turn('TOOL', [result('k', 'x'), result('gone', 'y')]),
    ])
    assert.deepEqual([message?.isOwn, others], [false, []])
    assert.deepEqual(message?.message.parts, [
      { type: 'text', text: 'a' },
      { type: 'dynamic-tool', toolName: 'look', toolCallId: 'k', state: 'output-available', input: 1, output: 'x' },
    ])
  })
})
