import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { turnstile } from '../../../../src/adapters/proxy/record/turnstile.ts'

describe('a turnstile', () => {
  /** Works that end when they are told, and the order in which they began. */
  function works(most: number) {
    const gate = turnstile(most)
    const began: string[] = []
    const ends: (() => void)[] = []
    const add = (tenant: string, name: string, names: readonly string[] = []) =>
      gate.after(tenant, names, () => {
        began.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const end = async () => {
      ends.shift()?.()
      await settled()
    }
    return { gate, began, add, end, settled }
  }

  it('lets tenants take turns: one with many works holds up another by those that have begun', async () => {
    const { gate, began, add, end, settled } = works(2)
    for (let n = 1; n <= 5; n++) void add('a', `a${n}`)
    for (let n = 1; n <= 2; n++) void add('b', `b${n}`)
    await settled()
    for (let n = 0; n < 7; n++) await end()
    assert.deepEqual(began, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5'])
    await gate.idle()
  })

  it('keeps works that share a name one behind the other, in their order', async () => {
    const { began, add, end, settled } = works(2)
    void add('a', 'one', ['x'])
    void add('a', 'two', ['x', 'y'])
    void add('a', 'three', ['y'])
    void add('a', 'other')
    await settled()
    assert.deepEqual(began, ['one', 'other'])
    for (let n = 0; n < 4; n++) await end()
    assert.deepEqual(began, ['one', 'other', 'two', 'three'])
  })

  it('goes on behind a work that failed, and is idle at the end', async () => {
    const gate = turnstile(1)
    const failed = gate.after('a', ['x'], () => Promise.reject(new Error('no')))
    await assert.rejects(failed)
    assert.equal(await gate.after('a', ['x'], () => Promise.resolve(1)), 1)
    await gate.idle()
  })
})
