import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CompareQuery } from '../../../src/client/documents/generated.ts'
import { comparedHtml } from '../../../src/cli/compare/comparedHtml.ts'
import { fakeOf } from '../../support/fakes.ts'

const none = { answers: 0, pricedAnswers: 0, costUsd: null, estimatedAnswers: 0, estimatedCostUsd: null }
const stats = { turns: 2, toolCalls: 0, inputTokens: 1200, outputTokens: 0, usage: none }
const turn = (text: string, number = 1) => ({
  ...{
    observation: { id: `o${number}`, turn: number },
    role: 'USER',
    text,
    deleted: false,
    erased: false,
    content: [],
  },
})
const page = (diff: object, sides: object = {}) =>
  comparedHtml(
    fakeOf<CompareQuery>('compare query', {
      ...{ base: { title: 'The train' }, target: { title: 'The ferry' }, ...sides },
      diff: {
        ...{ commonAncestor: { turn: 1 }, baseOnly: [], targetOnly: [], baseOnlyCount: 0, targetOnlyCount: 0 },
        ...{ changed: [], baseStats: stats, targetStats: stats, ...diff },
      },
    }),
    'left',
    'right',
  )

describe('a page that compares two conversations', () => {
  it('names both, what they share, and the turns that one side alone has', () => {
    const html = page({ baseOnly: [turn('By rail', 2)], baseOnlyCount: 1, commonAncestor: { turn: 3 } })
    assert.match(html, /<title>The train and The ferry/)
    assert.match(html, /They share 3 turns\./)
    assert.match(html, /Only in left: 1 turn<[^]*By rail/)
    assert.match(html, /Only in right: nothing/)
    assert.match(html, /<td>input tokens<\/td><td>1,200<\/td><td>1,200<\/td>/)
  })

  it('says that nothing is shared where there is no common ancestor, and names what has no title by its id', () => {
    const html = page({ commonAncestor: null }, { base: null, target: null })
    assert.match(html, /They share nothing\./)
    assert.match(html, /<title>left and right/)
  })

  it('counts the turns that are not listed', () => {
    assert.match(page({ targetOnly: [turn('one')], targetOnlyCount: 1_201 }), /… and 1,200 more/)
    assert.doesNotMatch(page({ targetOnly: [turn('one')], targetOnlyCount: 1 }), /more<\/p>/)
  })

  it('runs nothing that a title, a turn or a change holds', () => {
    const script = '<script>alert("é")</script>'
    const changed = [{ message: { turnId: script, role: 'USER' }, textDiff: `-${script}\n+${script}\n ${script}\n` }]
    const html = page({ baseOnly: [turn(script)], baseOnlyCount: 1, changed }, { base: { title: script } })
    assert.doesNotMatch(html, /<script/)
    assert.equal(
      html.split('&lt;script&gt;').length - 1,
      7,
      'in the title, the name, the turn, the head and three lines',
    )
  })

  it('marks what a change removed and what it added', () => {
    const message = { turnId: 'u1', role: 'USER' }
    const html = page({
      changed: [
        { message, textDiff: '@@ -1 +1 @@\n-old\n+new\n' },
        { message, textDiff: '' },
      ],
    })
    assert.match(html, /<span class="minus">-old<\/span>\n<span class="plus">\+new<\/span><\/pre>/)
    assert.match(html, /<span class="">\(equal content\)<\/span>/)
  })
})
