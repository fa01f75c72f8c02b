import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { promptOrder, type TreeLine } from '../../../src/domain/prompts/treeOrder.ts'

const line = (id: string, from: number, to: number, exit: string | null, prompts: number[]): TreeLine => ({
  ...{ id, from, to, prompts },
  exit: exit === null ? null : { segmentId: exit, depth: from - 1 },
})
const shown = (lines: readonly TreeLine[], trunk: Record<string, number>) =>
  promptOrder(lines, new Map(Object.entries(trunk))).map(({ line: of, depth }) => `${of}${depth}`)

describe('the order of a tree by prompts', () => {
  const main = line('m', 0, 9, null, [0, 4, 8])
  const early = line('e', 2, 5, 'm', [4])
  const late = line('l', 6, 8, 'm', [6])

  it('is the trunk root first, and behind each prompt what parts from it', () => {
    assert.deepEqual(shown([main, early, late], { m: 9 }), ['m0', 'e4', 'm4', 'l6', 'm8'])
  })

  it('takes what the trunk leaves for a branch as well', () => {
    assert.deepEqual(shown([main, early, late], { m: 5, l: 8 }), ['m0', 'e4', 'm4', 'm8', 'l6'])
    assert.deepEqual(shown([main, early, late], { m: 1, e: 5 }), ['m0', 'm4', 'l6', 'm8', 'e4'])
  })

  it('begins with the root of the trunk where there are several', () => {
    const other = line('o', 0, 3, null, [0])
    assert.deepEqual(shown([main, other], { o: 3 }), ['o0', 'm0', 'm4', 'm8'])
  })

  it('has every prompt once, each behind the one that it follows', () => {
    const anyLines = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 6 }), fc.nat(255)), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(anyLines, fc.nat(), fc.nat(), (drawn, headLine, headDepth) => {
        const lines: TreeLine[] = []
        for (const [parent, at, length, mask] of drawn) {
          const above = lines.length === 0 || parent % 5 === 0 ? null : (lines[parent % lines.length] as TreeLine)
          const depth = above === null ? -1 : above.from + (at % (above.to - above.from + 1))
          const from = depth + 1
          const prompts = Array.from({ length: length + 1 }, (_, i) => i)
            .filter((i) => (mask >> i) & 1)
            .map((i) => from + i)
          lines.push(line(`${lines.length}:`, from, from + length, above?.id ?? null, prompts))
        }
        const byId = new Map(lines.map((one) => [one.id, one]))
        const trunk = new Map<string, number>()
        const head = lines[headLine % lines.length] as TreeLine
        let at: { segmentId: string; depth: number } | null = {
          segmentId: head.id,
          depth: head.from + (headDepth % (head.to - head.from + 1)),
        }
        for (; at; at = byId.get(at.segmentId)?.exit ?? null) trunk.set(at.segmentId, at.depth)
        const ordered = promptOrder(lines, trunk)
        const all = lines.flatMap(({ id, prompts }) => prompts.map((depth) => `${id}${depth}`))
        assert.deepEqual(ordered.map(({ line: of, depth }) => `${of}${depth}`).sort(), all.sort())
        ordered.forEach(({ continues, depth, line: of, onTrunk }, i) => {
          if (continues !== null) assert.ok(continues < i && (ordered[continues]?.depth ?? 0) < depth)
          assert.equal(onTrunk, depth <= (trunk.get(of) ?? -1))
        })
        const ofTrunk = ordered.filter(({ onTrunk }) => onTrunk).map(({ depth }) => depth)
        assert.deepEqual(
          ofTrunk,
          [...ofTrunk].sort((a, b) => a - b),
        )
      }),
    )
  })
})
