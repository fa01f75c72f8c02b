import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import type { TreeNode } from '../../../src/domain/model.ts'
import type { DrawnRun } from '../../../src/domain/tree/drawing.ts'
import { textTree } from '../../../src/domain/tree/textTree.ts'
import { put, tree, type DrawnTree } from '../../support/tree/drawing.ts'
import { emptyTree } from '../../support/tree/growth.ts'
import { drawing } from './support.ts'

const text = (words: string, options?: Parameters<typeof drawing>[1]) => textTree(drawing(tree(words), options))
const lines = (...expected: string[]) => ['T', ...expected, ''].join('\n')

describe('a tree as text', () => {
  it('has the last child indented below its parent like the others, oldest first', () => {
    assert.equal(
      text('a b<a c<b d<b e<d f<b', { headId: 'e' }),
      lines('● 1 USER a', '● 2 USER b', '├─ ● 3 USER c', '├─ ● 3 USER d', '│  ● 4 USER e  ◀ head', '└─ ● 3 USER f'),
    )
  })

  it('has only roots in the first column, with an empty line between two', () => {
    assert.equal(
      text('a b<a c<a d<b e<b r'),
      lines('● 1 USER a', '├─ ● 2 USER b', '│  ├─ ● 3 USER d', '│  └─ ● 3 USER e', '└─ ● 2 USER c', '', '● 1 USER r'),
    )
  })

  it('says how much of a straight part is folded, and shows all of it unfolded', () => {
    assert.equal(text('a b<a c<b d<c'), lines('● 1 USER a', '┆ 2 more', '● 4 USER d'))
    const all = lines('● 1 USER a', '● 2 USER b', '● 3 USER c', '● 4 USER d')
    assert.equal(text('a b<a c<b d<c', { unfold: true }), all)
  })

  it('shows the names that places were given, on one line', () => {
    const checkpoints = new Map([['b', ['first\ntry', 'x', 'y', 'z', 'w']]])
    const drawn = text('a b<a c<a', { headId: 'b', checkpoints })
    assert.equal(drawn, lines('● 1 USER a', '├─ ● 2 USER b ⚑ first try, x, y, 2 more  ◀ head', '└─ ● 2 USER c'))
  })

  it('names the conversations of a family at their heads, twelve at most', () => {
    const heads = new Map([['b', Array.from({ length: 14 }, (_, i) => `c${i}`)]])
    const first = heads.get('b')?.slice(0, 12).join(', ')
    const drawn = textTree(drawing(tree('a b<a'), { headId: 'b', heads }))
    assert.equal(drawn, lines('● 1 USER a', `● 2 USER b  ◀ head, ${first}, 2 more`))
  })

  it('says how many leaves are left out', () => {
    assert.match(text('a', { omitted: 1 }), /… 1 more leaf\n$/)
    assert.match(text('a', { omitted: 2 }), /… 2 more leaves\n$/)
  })

  it('of a comb of 3,000 forks has short lines, which say how many levels stand before them', () => {
    const comb = emptyTree()
    put(comb, 'n0', null)
    for (let k = 1; k <= 3_000; k++) {
      put(comb, `n${k}`, `n${k - 1}`)
      put(comb, `s${k}`, `n${k - 1}`)
    }
    const drawn = textOfComb(comb, 3_000).split('\n')
    assert.ok(Math.max(...drawn.map((line) => line.length)) < 120)
    assert.match(drawn.find((line) => line.endsWith('USER n3000')) ?? '', /^2975… [│ ]+├─ ● 3001 USER n3000$/)
  })

  it('can be read back: every node stands below its parent', () => {
    const parents = fc.array(fc.nat(), { maxLength: 40 })
    fc.assert(
      fc.property(parents, (picks) => {
        const drawn = emptyTree()
        put(drawn, 'n0', null)
        picks.forEach((pick, k) => put(drawn, `n${k + 1}`, pick % 7 === 6 ? null : `n${pick % (k + 1)}`))
        const found = parentsIn(textTree(drawing(drawn, { unfold: true })))
        const expected = [...drawn.observations.values()].map(({ id, place }) => [id, place.parentId])
        assert.deepEqual(new Map(found), new Map(expected as [string, string | null][]))
      }),
    )
  })
})

/** Made from its end: nested calls would be too deep. */
function textOfComb(comb: DrawnTree, length: number): string {
  const one = (id: string, next: readonly DrawnRun[] = []): DrawnRun => {
    const node = comb.observations.get(id) as TreeNode
    return { first: node, last: node, length: 1, between: [], next }
  }
  let at = one(`n${length}`)
  for (let k = length; k >= 1; k--) at = one(`n${k - 1}`, [at, one(`s${k}`)])
  const nothing = { heads: new Map(), checkpoints: new Map(), merged: new Map() }
  return textTree({ title: 'T', roots: [at], headId: null, omitted: 0, ...nothing })
}

/** Returns each node of a text with its parent, as a reader understands it. */
function parentsIn(drawn: string): [string, string | null][] {
  const above: (string | null)[] = []
  return drawn
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const column = line.indexOf('●')
      const sign = line.slice(Math.max(0, column - 3), column)
      const id = line.slice(line.lastIndexOf(' ') + 1)
      const isChild = sign === '├─ ' || sign === '└─ '
      const depth = column / 3
      const isRoot = column === 0 && / 1 USER /.test(line)
      const parent = isRoot ? null : isChild ? (above[depth - 1] ?? null) : (above[depth] ?? null)
      above[depth] = id
      return [id, parent]
    })
}
