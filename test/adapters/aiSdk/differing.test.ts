import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { decodePath } from '../../../src/adapters/aiSdk/decode.ts'
import { differing, isTurn } from '../../../src/adapters/aiSdk/differing.ts'
import { encodeAll } from '../../../src/adapters/aiSdk/encode.ts'
import type { Encoded, EncodedTurn } from '../../../src/adapters/aiSdk/encoded.ts'
import type { AnyChatMessage } from '../../../src/adapters/aiSdk/uiMessage.ts'
import type { PathTurn } from '../../../src/adapters/turns/path.ts'

const user = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const called = { type: 'tool-look', toolCallId: 'k', input: {}, state: 'output-available', output: 1 }
const answer = (...parts: object[]) => ({ id: 'a', role: 'assistant', parts })

const encoded = (messages: readonly object[]): Encoded[] => encodeAll(messages as AnyChatMessage[], () => null)
const asStored = ({ turnId, role, blocks, metadata }: EncodedTurn): PathTurn => ({
  observationId: turnId,
  kind: 'TURN',
  turnId,
  role,
  blocks,
  files: new Map(),
  metadata,
  model: null,
  isDeleted: false,
})
const pathOf = (messages: readonly object[]) => encoded(messages).flatMap(({ turns }) => turns.map(asStored))

/** How many turns stay, and the ids of those that come behind them. */
function difference(before: readonly object[], after: readonly object[]): string {
  const path = pathOf(before)
  const { keepCount, turns } = differing(path, decodePath(path), encoded(after))
  return [keepCount, ...turns.map(({ turnId }) => turnId)].join(' ')
}

describe('what differs between a path and messages', () => {
  it('is nothing where they are the same', () => {
    assert.equal(difference([], []), '0')
    assert.equal(difference([user('u', 'hi'), answer(called)], [user('u', 'hi'), answer(called)]), '3')
  })

  it('is what comes behind the path, and what was cut off from it', () => {
    assert.equal(difference([user('u', 'hi')], [user('u', 'hi'), answer(called)]), '1 a a:2')
    assert.equal(difference([user('u', 'hi'), answer(called)], [user('u', 'hi')]), '1')
  })

  it('is all from the first message that says something else, or has another id', () => {
    assert.equal(difference([user('u', 'hi'), user('v', 'so')], [user('u', 'ho'), user('v', 'so')]), '0 u v')
    assert.equal(difference([user('u', 'hi')], [user('w', 'hi')]), '0 w')
  })

  it('is the new steps alone of an answer that grows', () => {
    const text = { type: 'text', text: 'done' }
    assert.equal(difference([user('u', 'hi'), answer(called)], [user('u', 'hi'), answer(called, text)]), '3 a:3')
  })

  it('leaves the messages, once it is stored', () => {
    const messages = fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('x', 'y')), { selector: ([id]) => id })
      .map((all) => all.map(([id, said]) => user(id, said)))
    fc.assert(
      fc.property(messages, messages, (before, after) => {
        const path = pathOf(before)
        const { keepCount, turns } = differing(path, decodePath(path), encoded(after))
        const left = decodePath([...path.slice(0, keepCount), ...turns.map(asStored)]).map(({ message }) => message)
        // What was cut off in the end is left to who moves the head.
        assert.deepEqual(left, after)
      }),
    )
  })
})

describe('a stored turn', () => {
  const [turn] = encoded([user('u', 'hi')])[0]?.turns ?? []
  assert.ok(turn)
  const same = asStored(turn)

  it('is the same one where it says the same, its addresses behind the other blocks', () => {
    assert.equal(isTurn(same, turn), true)
    const [uri, text] = [{ uri: 'https://a' }, { text: 'b' }]
    assert.equal(isTurn({ ...same, blocks: [text, uri] }, { ...turn, blocks: [uri, text] }), true)
    assert.equal(isTurn({ ...same, blocks: [uri, text] }, { ...turn, blocks: [uri, text] }), false)
  })

  it('is another one by its kind, id, role, content or metadata, and where it is deleted or not there', () => {
    assert.equal(isTurn(undefined, turn), false)
    const others: Partial<PathTurn>[] = [
      { kind: 'NOTE' },
      { turnId: 'v' },
      { role: 'SYSTEM' },
      { blocks: [] },
      { metadata: {} },
      { isDeleted: true },
    ]
    for (const other of others) assert.equal(isTurn({ ...same, ...other }, turn), false, JSON.stringify(other))
  })
})
