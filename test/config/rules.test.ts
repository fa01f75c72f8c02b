import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import { flag, flagOr, isWebAddress, listOf, number, text, whole } from '../../src/config/rules.ts'

/** The value that a rule reads, or `null` where it refuses. */
const read = <T>(rule: z.ZodType<T>, value: string | undefined): T | null => {
  const result = rule.safeParse(value)
  return result.success ? result.data : null
}

describe('the rule of a variable', () => {
  it('of a number takes digits alone, within its bounds', () => {
    const rule = number(1, 500)
    assert.deepEqual(
      ['1', '500', '007'].map((value) => read(rule, value)),
      [1, 500, 7],
    )
    for (const wrong of ['', '0', '501', '-1', '1.5', '1e2', ' 1', '0x1', '1'.repeat(16), undefined])
      assert.equal(read(rule, wrong), null, wrong)
    assert.deepEqual([read(whole(0, 5, 3), undefined), read(whole(0, 5, 3), '4')], [3, 4])
  })

  it('of a list takes names between commas, each in its one form', () => {
    const rule = listOf((name) => (/^\w+$/.test(name) ? name.toLowerCase() : null), 'Usual')
    assert.deepEqual(read(rule, ' A, b ,,c,'), ['a', 'b', 'c'])
    assert.deepEqual([read(rule, undefined), read(rule, ''), read(rule, ' , ')], [['usual'], [], []])
    assert.equal(read(rule, 'a,b c'), null)
  })

  it('of a switch takes 0 and 1', () => {
    assert.deepEqual(
      [read(flag, '1'), read(flag, '0'), read(flag, undefined), read(flagOr('1'), undefined)],
      [true, false, false, true],
    )
    for (const wrong of ['', 'true', 'yes', '2', ' 1']) assert.equal(read(flag, wrong), null)
  })

  it('of a text takes any, and its own where there is none', () => {
    assert.deepEqual(
      [read(text('usual'), undefined), read(text('usual'), ''), read(text('usual'), ' x ')],
      ['usual', '', ' x '],
    )
  })
})

it('an address on the web has no user and no password in it', () => {
  for (const address of ['http://a', 'https://a.example:8443/path?q#f', 'HTTP://[::1]:80'])
    assert.ok(isWebAddress(address), address)
  for (const address of [
    '',
    'a.example',
    '/path',
    'ftp://a',
    'file:///a',
    'https://me@a',
    'https://me:pass@a',
    'https://:pass@a',
    'http://',
  ])
    // prettier-ignore
    assert.ok(!isWebAddress(address), address)
})
