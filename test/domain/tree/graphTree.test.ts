import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dotTree, mermaidTree } from '../../../src/domain/tree/graphTree.ts'
import { tree } from '../../support/tree/drawing.ts'
import { drawing } from './support.ts'

const straight = tree('a b<a c<b d<c')

describe('a tree as a graph', () => {
  it('has a dotted arrow where nodes are folded, and one for each pair of nodes unfolded', () => {
    assert.match(mermaidTree(drawing(straight)), /n0 -\. "2 more" \.-> n1\n/)
    const unfolded = mermaidTree(drawing(straight, { unfold: true }))
    assert.match(unfolded, /n0 --> n1\n {2}n1 --> n2\n {2}n2 --> n3\n/)
    assert.match(dotTree(drawing(tree('a b<a c<a'))), /n0 -> n1\n {2}n0 -> n2\n/)
    assert.match(mermaidTree(drawing(tree('a b<a c<b'))), /n0 -\. "1 more" \.-> n1\n/)
    assert.match(dotTree(drawing(tree('a b<a c<b'))), /label="1 more"/)
    assert.match(dotTree(drawing(straight)), /n0 -> n1 \[style=dashed, label="2 more"\]/)
  })

  it('draws its own head thicker, and names the other heads and the checkpoints of a node', () => {
    const heads = new Map([['b', ['c0', 'c1']]])
    const checkpoints = new Map([['b', ['first\ntry', 'x', 'y', 'z', 'w']]])
    const options = { headId: 'b', heads, checkpoints }
    const words = '2 USER b ⚑ first try, x, y, 2 more ◀ c0, c1'
    assert.ok(mermaidTree(drawing(tree('a b<a'), options)).includes(`  n1["${words}"]:::head\n`))
    assert.ok(dotTree(drawing(tree('a b<a'), options)).includes(`  n1 [label="${words}", penwidth=3]\n`))
  })

  it('has a node for leaves that are left out, to which nothing leads', () => {
    const drawn = mermaidTree(drawing(tree('a'), { omitted: 2 }))
    assert.equal(drawn, 'graph TD\n  n0["1 USER a"]\n  more["… 2 more leaves"]\n  classDef head stroke-width:3px\n')
  })

  it('names the conversation of a head that was merged from elsewhere, and leads from it to the join', () => {
    const merged = new Map([
      [
        'b',
        [
          { conversationId: 'other', observationId: 'x' },
          { conversationId: 'c', observationId: 'a' },
        ],
      ],
    ])
    const drawn = { ...drawing(tree('a b<a')), merged }
    const [mermaid, dot] = [mermaidTree(drawn), dotTree(drawn)]
    assert.ok(mermaid.includes('  n2["other"]\n') && mermaid.includes('  n2 -. merged .-> n1\n'))
    assert.ok(mermaid.includes('  n0 -. merged .-> n1\n'), 'a head that is drawn has no second node')
    assert.ok(dot.includes('  n2 -> n1 [style=dotted, label="merged"]\n'))
  })

  it('escapes what either notation reads as its own', () => {
    const odd = tree('a', { a: { blocks: [{ type: 'text', text: '"<b>" #1 \\ `x`' }] } })
    assert.match(mermaidTree(drawing(odd)), /\["1 USER #34;#60;b#62;#34; #35;1 \\ #96;x#96;"\]/)
    assert.match(dotTree(drawing(odd)), /label="1 USER \\"<b>\\" #1 \\\\ `x`"/)
    assert.match(dotTree({ ...drawing(tree('a')), title: 'the "T"' }), /^digraph "the \\"T\\"" \{\n/)
  })
})
