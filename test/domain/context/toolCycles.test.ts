import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Block, Role } from '../../../src/domain/model.ts'
import { brokenCycle } from '../../../src/domain/context/toolCycles.ts'

/** Draws turns: `a:k1,k2` calls, `t:k1` answers, `u` and `a` speak, `a@x:k1` is of answer x. */
function turns(line: string) {
  const roles: Record<string, Role> = { a: 'ASSISTANT', t: 'TOOL', u: 'USER' }
  return line.split('  ').map((drawn, i) => {
    const [who = '', ids = ''] = drawn.split(':')
    const [role = '', answerId = null] = who.split('@')
    const blocks = ids.split(',').flatMap((callId): Block[] => {
      if (callId === '') return []
      return role === 'a'
        ? [{ type: 'toolCall', callId, name: 'tool', input: {} }]
        : [{ type: 'toolResult', callId, content: 'done', isError: false }]
    })
    return { id: `${i}`, role: roles[role] ?? null, blocks, usage: answerId === null ? null : { answerId } }
  })
}
const check = (line: string) => {
  const broken = brokenCycle(turns(line))
  return broken && [broken.observationId, broken.unanswered, broken.unexpected]
}

describe('the tool-cycle rule (C-8)', () => {
  it('holds where what follows the calls answers exactly them, in any order and on any number of turns', () => {
    for (const line of [
      'u  a',
      'u  a:k  t:k  a',
      'a:k1,k2  t:k2  t:k1',
      'a:k1,k2  t:k1,k2',
      'a:k,k  t:k,k',
      'a:k1  t:k1  a:k1  t:k1',
      'a:k  u:k',
    ])
      assert.equal(check(line), null, line)
  })

  it('takes several turns of one answer as one group, the results between them or after', () => {
    for (const line of ['a@x:k1  a@x:k2  t:k1  t:k2', 'a@x:k1  t:k1  a@x:k2  t:k2', 'a@x:k1  a@x  t:k1'])
      assert.equal(check(line), null, line)
    assert.deepEqual(check('a@x:k1  a@y:k2  t:k1  t:k2'), ['0', ['k1'], []])
  })

  it('is broken by a missing, a foreign and a doubled result, and by talk in between', () => {
    assert.deepEqual(check('a:k'), ['0', ['k'], []])
    assert.deepEqual(check('u  a:k1,k2  t:k1  a'), ['1', ['k2'], []])
    assert.deepEqual(check('a:k  t:x'), ['0', ['k'], ['x']])
    assert.deepEqual(check('a:k1,k2  t:k1,k1'), ['0', ['k2'], ['k1']])
    assert.deepEqual(check('a:k  u  t:k'), ['0', ['k'], []])
  })

  it('does not mind results of calls that were made before', () => {
    assert.equal(check('t:before  a:k  t:k  t:late'), null)
  })
})
