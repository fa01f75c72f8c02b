import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { CallIds, toolName } from '../../../src/formats/writing/callIds.ts'

describe('ids of calls', () => {
  it('are all different, no longer than they may be, and pair each result with its call', () => {
    const ids = fc.array(fc.tuple(fc.constantFrom('k', 'k_2', 'ö', 'kkkkkkkkkk', ''), fc.boolean()), { maxLength: 40 })
    fc.assert(
      fc.property(ids, (list) => {
        const given = new CallIds({ refused: /[^a-z0-9_]/g, longest: 6 })
        const open = new Map<string, string[]>()
        const seen = new Set<string>()
        for (const [id, isCall] of list)
          if (isCall) {
            const as = given.call(id)
            assert.match(as, /^[a-z0-9_]{1,6}$/)
            assert.ok(!seen.has(as))
            seen.add(as)
            open.set(id, [...(open.get(id) ?? []), as])
          } else assert.equal(given.result(id), open.get(id)?.shift() ?? null)
      }),
    )
  })

  it('that are made here are digests, never an old one with an ending', () => {
    const ids = new CallIds({ refused: /[^a-z]/g, longest: 40 })
    const made = [ids.call('k'), ids.call('k'), ids.call('k:2'), ids.call('k'.repeat(41))]
    assert.equal(made[0], 'k')
    for (const id of made.slice(1)) assert.match(id, /^call[\da-f]{32}$/)
    assert.equal(new Set(made).size, 4)
  })

  it('stay as they are where they may, without what an editor puts behind them', () => {
    const ids = new CallIds({ refused: null, longest: 40 })
    assert.deepEqual([ids.call('call_1__vscode-17'), ids.call('né x'), ids.call('')], ['call_1', 'né x', 'call'])
    assert.deepEqual([ids.result('call_1__vscode-17'), ids.result('call_1')], ['call_1', null])
  })
})

describe('the name of a tool', () => {
  it('has at most 64 letters, digits, dashes and underscores, and is never empty', () => {
    assert.deepEqual(['look_At-2', 'mcp.né look', '', 'a'.repeat(65)].map(toolName), [
      'look_At-2',
      'mcp_n__look',
      'tool',
      'a'.repeat(64),
    ])
  })
})
