import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc, { anyCodePoint } from '../../support/properties.ts'
import type { Block, Json } from '../../../src/domain/model.ts'
import { canonicalJson, contentHash, emptyPathHash, pathHash, sha256 } from '../../../src/domain/tree/pathHash.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: anyCodePoint }), fc.constant('lone \ud800, "quoted"\n'))
const json: fc.Arbitrary<Json> = fc.jsonValue().map((value) => value as Json)
const extra = fc.dictionary(text, json, { maxKeys: 3 })
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('text' as const), text, extra }),
  fc.record({ type: fc.constant('toolCall' as const), callId: text, name: text, input: json }),
  fc.record({ type: fc.constant('toolResult' as const), callId: text, content: json, isError: fc.boolean() }),
  fc.record({ type: fc.constant('other' as const), value: json }),
)
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const content = fc.record({
  kind: fc.constantFrom('TURN' as const, 'NOTE' as const),
  role: orNull(fc.constantFrom('USER' as const, 'TOOL' as const)),
  senderId: orNull(text),
  senderKind: orNull(text),
  blocks: fc.array(block, { maxLength: 4 }),
  marker: fc.constant(null),
  salt: orNull(fc.constant('0123456789abcdef0123456789abcdef')),
})

describe('the content hash', () => {
  it('is of the canonical JSON of the whole content', () => {
    fc.assert(
      fc.property(content, (given) => {
        const { kind, role, senderId, senderKind, marker, salt } = given
        const sender = { id: senderId, kind: senderKind }
        const said = { kind, role, sender, blocks: given.blocks, marker }
        assert.equal(contentHash(given), sha256(canonicalJson(salt === null ? said : { ...said, salt })))
      }),
    )
  })

  it('sorts the members of a marker', () => {
    const marker = { summary: [{ type: 'text', text: 'b' }], targets: [], ends: [], sidechains: null }
    const of = { kind: 'DROP', role: null, senderId: null, senderKind: null, blocks: [], salt: null } as const
    const { summary, targets, ends } = marker
    const said = {
      kind: 'DROP',
      role: null,
      sender: { id: null, kind: null },
      blocks: [],
      marker: { summary, targets, ends },
    }
    assert.equal(contentHash({ ...of, marker: marker as never }), sha256(canonicalJson(said)))
  })
})

const turn = {
  kind: 'TURN' as const,
  role: 'USER' as const,
  senderId: null,
  senderKind: null,
  marker: null,
  salt: null,
}

describe('hashes', () => {
  it('are equal for equal talk whatever the order of members', () => {
    const a = contentHash({
      ...turn,
      blocks: [{ type: 'toolCall', callId: 'k', name: 'n', input: { x: 1, y: [2] } }],
    })
    const b = contentHash({
      blocks: [{ input: { y: [2], x: 1 }, name: 'n', callId: 'k', type: 'toolCall' }],
      ...turn,
    })
    assert.equal(a, b)
  })

  it('tell different talk apart, lone surrogates too', () => {
    const of = (text: string) => contentHash({ ...turn, blocks: [{ type: 'text', text }] })
    assert.notEqual(of('\ud800'), of('\ud801'))
    assert.notEqual(of('\ud800'), of('\ufffd'))
    assert.equal(canonicalJson({ a: '\ud800' }), '{"a":"\\ud800"}')
  })

  it('of a path cover every node above and every other parent, in any order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((text) => contentHash({ ...turn, blocks: [{ type: 'text', text }] })) as [
      string,
      string,
      string,
    ]
    assert.match(pathHash(null, a), /^[0-9a-f]{64}$/)
    assert.equal(pathHash(null, a), pathHash(emptyPathHash, a))
    assert.notEqual(pathHash(pathHash(null, a), b), pathHash(pathHash(null, b), a))
    assert.equal(pathHash(a, c, [a, b]), pathHash(a, c, [b, a]))
    assert.notEqual(pathHash(a, c, [a]), pathHash(a, c))
  })
})
