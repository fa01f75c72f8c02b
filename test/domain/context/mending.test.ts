import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { anthropicFaults } from '../../support/anthropicRules.ts'
import { callsFirst, type ContextPiece } from '../../../src/domain/context/contextView.ts'
import { mended, shownTurn, type Item } from '../../../src/domain/context/mending.ts'
import type { Block, Role, TreeNode } from '../../../src/domain/model.ts'
import { openAiFaults } from '../../support/openAiRules.ts'
import { noPairs } from '../../../src/domain/context/toolPairs.ts'
import { randomTurns } from '../../support/randomTurns.ts'
import { saidBy, writtenFaults } from '../../support/accepted.ts'
import { anthropicMessages, openAiMessages, type Said } from '../../support/providerMessages.ts'
import { tree, type DrawnTree, type Made } from '../../support/tree/drawing.ts'
import { pathOf } from '../../support/tree/plainTree.ts'

const call = (...ids: string[]): Block[] => ids.map((callId) => ({ type: 'toolCall', callId, name: 'tool', input: {} }))
const result = (...ids: string[]): Block[] =>
  ids.map((callId) => ({ type: 'toolResult', callId, content: 'done', isError: false }))
const text: Block = { type: 'text', text: 'and more' }
const a = (...ids: string[]): Made => ({ role: 'ASSISTANT', blocks: [text, ...call(...ids)] })
const t = (...ids: string[]): Made => ({ role: 'TOOL', blocks: result(...ids) })

function itemsOf(path: readonly TreeNode[]): Item[] {
  return path.flatMap((node, i) => (node.kind === 'TURN' ? [shownTurn(node, path[i - 1]?.place ?? noPairs)] : []))
}

/** What stands where: `a`, `a[1]` for its second block alone, `a!k` a synthetic result, `^a` a synthetic beginning. */
function drawn(pieces: readonly ContextPiece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'noResult') return `${piece.id}!${piece.callId}`
      if (piece.kind === 'beginning') return `^${piece.id}`
      return piece.kind === 'entry' ? `${piece.id}${piece.part === null ? '' : `[${piece.part.join()}]`}` : piece.kind
    })
    .join(' ')
}

function context(drawing: string, made: Record<string, Made>): string {
  const drawnTree = tree(drawing, made)
  return drawn(mended(itemsOf(pathOf(drawnTree, [...drawnTree.observations.keys()].at(-1) as string))))
}

function said(drawnTree: DrawnTree, pieces: readonly ContextPiece[]): Said[] {
  return pieces.map((piece) => {
    if (piece.kind === 'noResult') return { role: 'TOOL', blocks: result(piece.callId) }
    if (piece.kind !== 'entry') return { role: 'USER', blocks: [text] }
    const { blocks } = drawnTree.observations.get(piece.id) as TreeNode
    return { role: piece.role, blocks: piece.part?.map((i) => blocks[i] as Block) ?? blocks }
  })
}

describe('the view CONTEXT', () => {
  it('leaves talk whose pairs are whole as it is', () => {
    assert.equal(context('u  a<u  r<a  b<r', { a: a('k'), r: t('k'), b: a() }), 'u a r b')
  })

  it('puts a synthetic result right where the talk went on from a call without one', () => {
    assert.equal(context('u  a<u  v<a', { a: a('k') }), 'u a a!k v')
    assert.equal(context('u  a<u  b<a', { a: a('k'), b: a() }), 'u a a!k b')
    assert.equal(context('u  a<u  s<a', { a: a('k'), s: { role: 'SYSTEM' } }), 'u a a!k s')
    assert.equal(context('u  a<u  r<a  v<r', { a: a('k', 'l'), r: t('l') }), 'u a r a!k v')
    const asked = { ...a('k'), answerId: 'y' }
    const orphan: Made = { role: 'USER', blocks: result('l') }
    assert.equal(context('u  a<u  o<a  b<o', { a: asked, o: orphan, b: asked }), 'u a a!k b')
  })

  it('puts a late result right after the group of its call', () => {
    assert.equal(context('u  a<u  v<a  r<v', { a: a('k'), r: t('k') }), 'u a r v')
    assert.equal(context('u  a<u  q<a  v<q  r<v', { a: a('k', 'l'), q: t('l'), r: t('k') }), 'u a q r v')
  })

  it('leaves out results without a call before them, and second results', () => {
    assert.equal(context('u  x<u  a<x  r<a  q<r', { x: t('k'), a: a('k'), r: t('k'), q: t('k') }), 'u a r')
  })

  it('leaves calls open that nothing but their own results, or what is left out, follows', () => {
    assert.equal(context('u  a<u', { a: a('k', 'l') }), 'u a')
    assert.equal(context('u  a<u  r<a', { a: a('k', 'l'), r: t('l') }), 'u a r')
    assert.equal(context('u  a<u  x<a', { a: a('k'), x: t('other') }), 'u a')
    assert.equal(context('u  a<u  v<a  b<v  r<b', { a: a('k'), b: a('l'), r: t('k') }), 'u a r v b')
  })

  it('takes turns of one answer as one group', () => {
    const [one, two] = [
      { ...a('k'), answerId: 'x' },
      { ...a('l'), answerId: 'x' },
    ]
    assert.equal(context('u  a<u  r<a  b<r  q<b', { a: one, b: two, r: t('k'), q: t('l') }), 'u a b r q')
    assert.equal(context('u  a<u  b<a  v<b', { a: one, b: two }), 'u a b a!k b!l v')
    assert.equal(context('u  a<u  b<a  q<b', { a: a('k'), b: a('l'), q: t('l') }), 'u a a!k b q')
  })

  it('takes what a person says beside results for talk, and moves the results alone', () => {
    const both: Made = { role: 'USER', blocks: [...result('k'), text] }
    assert.equal(context('u  a<u  b<a  c<b', { a: a('k'), b: both, c: a() }), 'u a b c')
    assert.equal(context('u  a<u  v<a  b<v', { a: a('k'), b: both }), 'u a b[0] v b[1]')
    assert.equal(context('u  b<u', { b: both }), 'u b[1]')
    assert.equal(context('u  a<u  b<a', { a: a('k', 'l'), b: both }), 'u a b a!l')
    assert.equal(context('u  a<u  b<a  r<b', { a: a('k', 'l'), b: both, r: t('l') }), 'u a b r')
  })

  it('never begins with an assistant’s turn', () => {
    assert.equal(context('a  u<a', { a: a() }), '^a a u')
    assert.equal(context('s  a<s', { s: { role: 'SYSTEM' }, a: a() }), 's ^a a')
    assert.equal(context('x  a<x', { x: t('k'), a: a() }), '^a a')
  })

  it('knows calls of assistants alone, and takes results from whoever brings them', () => {
    assert.equal(context('u  r<u  v<r', { u: { role: 'USER', blocks: [text, ...call('k')] }, r: t('k') }), 'u[0] v')
    const talks: Made = { role: 'ASSISTANT', blocks: [...result('k'), text] }
    assert.equal(context('u  a<u  b<a', { a: a('k'), b: talks }), 'u a b[0] b[1]')
  })

  it('is taken by OpenAI and by Anthropic, whatever was stored', () => {
    fc.assert(
      fc.property(randomTurns, ({ tree: made, head }) => {
        const entries = said(made, mended(itemsOf(pathOf(made, head))))
        assert.deepEqual(openAiFaults(openAiMessages(entries)), [])
        assert.deepEqual(anthropicFaults(anthropicMessages(entries)), [])
        assert.deepEqual(writtenFaults(saidBy(entries)), [])
      }),
      { numRuns: 1000 },
    )
  })

  it('is the path as it stands, groups put in order, where no node of it bends it', () => {
    let plain = 0
    fc.assert(
      fc.property(randomTurns, ({ tree: made, head }) => {
        const path = pathOf(made, head)
        if (path.at(-1)?.place.bendId !== null) return
        plain++
        const turns = path.filter(({ kind }) => kind === 'TURN').map((observation) => ({ observation }))
        assert.equal(
          drawn(mended(itemsOf(path))),
          callsFirst(turns)
            .map(({ observation }) => observation.id)
            .join(' '),
        )
      }),
      { numRuns: 3000 },
    )
    assert.ok(plain > 10, `only ${plain} paths without a bend`)
  })
})

describe('the rules of providers', () => {
  const roles = (...list: [Role, ...Block[]][]): Said[] => list.map(([role, ...blocks]) => ({ role, blocks }))
  it('refuse calls without results, results without calls, and what stands between', () => {
    const wrong = [
      roles(['USER', text], ['ASSISTANT', ...call('k')], ['USER', text]),
      roles(['USER', text], ['TOOL', ...result('k')]),
      roles(['USER', text], ['ASSISTANT', ...call('k', 'l')], ['TOOL', ...result('k')], ['ASSISTANT', text]),
      roles(['USER', ...call('k')], ['TOOL', ...result('k')]),
    ]
    for (const entries of wrong) {
      assert.notDeepEqual(openAiFaults(openAiMessages(entries)), [])
      assert.notDeepEqual(anthropicFaults(anthropicMessages(entries)), [])
    }
    assert.notDeepEqual(anthropicFaults(anthropicMessages(roles(['ASSISTANT', text]))), [])
    const right = roles(
      ['USER', text],
      ['ASSISTANT', ...call('k', 'l')],
      ['TOOL', ...result('l')],
      ['TOOL', ...result('k')],
    )
    assert.deepEqual(openAiFaults(openAiMessages(right)), [])
    assert.deepEqual(anthropicFaults(anthropicMessages(right)), [])
  })
})
