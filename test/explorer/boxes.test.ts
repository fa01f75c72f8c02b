import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { boxesOf } from '../../src/explorer/tree/boxes/boxes.ts'
import { moved, nearer, wholeOf } from '../../src/explorer/tree/boxes/view.ts'
import type { TreePrompt } from '../../src/explorer/tree/prompts/promptRows.ts'
import { anyPrompts } from './support/anyPrompts.ts'

const chain = (length: number, from = 0): TreePrompt[] =>
  Array.from({ length }, (_, at) => ({
    id: `p${from + at}`,
    number: at + 1,
    text: `Ask ${at}`,
    continues: at === 0 ? null : `p${from + at - 1}`,
    branch: { id: 'main' },
    loop: { calls: 2, failures: 1, startedAt: '', endedAt: '', last: { id: `end ${from + at}` } },
  }))
const none: ReadonlySet<string> = new Set()

describe('the boxes of a map', () => {
  it('hold each prompt once, none lies on another, and each follows what it goes on from', () => {
    fc.assert(
      fc.property(anyPrompts, fc.array(fc.nat(40)), fc.array(fc.nat(40)), (prompts, runs, forked) => {
        const opened = new Set(runs.map((at) => `p${at}`))
        const forks = new Map(forked.map((at) => [`p${at}`, [{ id: `fork ${at}` }]]))
        const head = prompts.filter(({ branch }) => branch.id === 'b1').at(-1)?.loop.last.id ?? null
        const { boxes, columns, rows } = boxesOf(prompts, head, opened, forks)
        const own = boxes.filter(({ kind }) => kind !== 'FORK')
        const total = (of: (sums: (typeof own)[0]['sums']) => number) =>
          own.reduce((sum, { sums }) => sum + of(sums), 0)
        assert.equal(
          total(({ prompts: count }) => count),
          prompts.length,
        )
        assert.equal(
          total(({ calls }) => calls),
          prompts.reduce((sum, { loop }) => sum + loop.calls, 0),
        )
        assert.equal(new Set(boxes.map(({ column, row }) => `${column} ${row}`)).size, boxes.length)
        assert.equal(new Set(boxes.filter(({ isTrunk }) => isTrunk).map(({ row }) => row)).size, 1)
        for (const { kind, column, row, from, prompt } of boxes) {
          assert.ok(column >= 0 && column < columns && row >= 0 && row < rows)
          assert.equal(column, from < 0 ? 0 : (boxes[from]?.column ?? -9) + 1)
          assert.equal(from >= 0, kind === 'FORK' || prompt.continues != null)
        }
        const there = forked.filter((at) => at >= 1 && at <= prompts.length)
        assert.equal(boxes.length - own.length, new Set(there).size)
      }),
    )
  })

  it('take a straight run of more than twelve prompts as one, until it is opened', () => {
    const sizes = (opened: ReadonlySet<string>, length = 88) =>
      boxesOf(chain(length), null, opened).boxes.map(({ sums }) => sums.prompts)
    assert.deepEqual(sizes(none), [1, 86, 1])
    assert.deepEqual(sizes(none, 14), Array<number>(14).fill(1))
    assert.deepEqual(sizes(none, 15), [1, 13, 1])
    assert.equal(sizes(new Set(['p1'])).length, 88)
    const [, run] = boxesOf(chain(88), 'end 87', none).boxes
    assert.deepEqual([run?.kind, run?.id, run?.last.id, run?.sums.failures], ['RUN', 'p1', 'p86', 86])
  })

  it('are all in sight at first, keep what the pointer is on when they come nearer, and go with it', () => {
    const whole = wholeOf(10, 4, 800, 600)
    assert.ok(whole.scale < 1 && whole.x < 0 && whole.y < 0)
    assert.equal(wholeOf(1, 1, 800, 600).scale, 1)
    const near = nearer(whole, 2, 300, 200)
    const under = ({ x, y, scale }: typeof near) => [x + 300 / scale, y + 200 / scale].map((at) => Math.round(at * 1e6))
    assert.deepEqual(under(near), under(whole))
    assert.equal(nearer(whole, 1e9, 0, 0).scale, 2)
    assert.equal(moved({ x: 10, y: 10, scale: 2 }, 4, -4).x, 8)
  })
})
