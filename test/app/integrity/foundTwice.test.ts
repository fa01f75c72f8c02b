import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foundTwice } from '../../../src/app/integrity/foundTwice.ts'
import type { Warning } from '../../../src/app/write/warning.ts'

const finding = (found: number): Warning => ({ code: 'SHAPE_DIFFERS', message: 'differs', details: { found } })
const arrived: Warning = { code: 'DANGLING_PARENT', message: 'came with it', details: {} }
const isDamage = ({ code }: Warning) => code === 'SHAPE_DIFFERS'

/** Checks that find these one after the other, and how many were made. */
function checks(...all: readonly (readonly Warning[])[]) {
  const made: boolean[] = []
  const check = (isAgain: boolean) => {
    const findings = all[made.length] ?? []
    made.push(isAgain)
    const damage = findings.filter(isDamage).length
    return Promise.resolve({ ok: findings.length === 0, findings, damage })
  }
  return { made, check }
}

describe('a check beside writes', () => {
  it('is made once where nothing is damaged', async () => {
    const { made, check } = checks([arrived])
    assert.deepEqual((await foundTwice(check, isDamage)).findings, [arrived])
    assert.deepEqual(made, [false])
  })

  it('reports damage that the next check finds as well', async () => {
    const { made, check } = checks([finding(1), arrived], [finding(1), arrived])
    assert.deepEqual(await foundTwice(check, isDamage), { ok: false, findings: [finding(1), arrived], damage: 1 })
    assert.deepEqual(made, [false, true])
  })

  it('reports nothing of what the next check does not find', async () => {
    const { check } = checks([finding(1)], [])
    assert.deepEqual(await foundTwice(check, isDamage), { ok: true, findings: [], damage: 0 })
  })

  it('leaves out what is other damage each time, and keeps the rest', async () => {
    const { made, check } = checks(...[1, 2, 3, 4, 5, 6].map((found) => [finding(found), finding(0)]))
    assert.deepEqual(await foundTwice(check, isDamage), { ok: false, findings: [finding(0)], damage: 1 })
    assert.equal(made.length, 5)
  })
})
