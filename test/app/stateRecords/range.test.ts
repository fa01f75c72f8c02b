import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkText, rangeOf, type RangeInput } from '../../../src/app/stateRecords/range.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { defaultLimits } from '../../../src/config/defaults.ts'

const scope = { limits: { ...defaultLimits, list: 2 } } as Scope
const refused = (input: RangeInput, field: readonly string[], code = 'BAD_INPUT') =>
  assert.throws(() => rangeOf(scope, input), { code, field })

it('a range has what was given, and null for what was left out', () => {
  const nothing = { conversationId: null, kind: null, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null }
  assert.deepEqual(rangeOf(scope, {}), nothing)
  assert.deepEqual(rangeOf(scope, nothing), nothing)
  const whole = { ...nothing, conversationId: 'c', kind: 'k', keys: ['a', 'b'], keyPrefix: 'a', beforeKey: 'b' }
  assert.deepEqual(rangeOf(scope, whole), whole)
  assert.deepEqual(rangeOf(scope, { kindPrefix: '' }), { ...nothing, kindPrefix: '' })
})

it('a range that no record can be found by is refused', () => {
  refused({ kind: 'k', kindPrefix: 'k' }, ['kindPrefix'])
  refused({ kind: '.' }, ['kind'])
  refused({ keys: [] }, ['keys'])
  refused({ kind: 'k', keys: ['a', 'b', 'c'] }, ['keys'], 'LIMIT_EXCEEDED')
  refused({ kind: 'k', keys: ['a', 'b\0'] }, ['keys', '1'])
  for (const name of ['kindPrefix', 'keyPrefix', 'beforeKey'] as const) refused({ [name]: '\udc00' }, [name])
})

it('a text that no key has is refused with what it is', () => {
  checkText('', ['x'])
  assert.throws(() => checkText('a\ud800', ['x']), { facts: { text: '"a\\ud800"' }, field: ['x'] })
})
