import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startingCall } from '../../../src/domain/prompts/startingCall.ts'
import { call, text } from './support.ts'

const [find, mend] = [
  call('find', 'task', { description: 'A', prompt: 'Find the nest' }),
  call('mend', 'task', { description: 'B', name: 'mender', prompt: 'Mend the stork' }),
]
const started = (blocks: Parameters<typeof startingCall>[0], derivedTitle = '', title: string | null = null) =>
  startingCall(blocks, { title, derivedTitle })?.callId ?? null

describe('the call that started a sub-agent', () => {
  it('is the only one of its turn, whatever that says', () => {
    assert.equal(started([text('I ask'), find], 'Feed the crane'), 'find')
    assert.equal(started([text('I ask')]), null)
  })

  it('is the one that gave it its prompt, else the one that gave it its name', () => {
    assert.equal(started([find, mend], 'Mend the stork', 'A'), 'mend')
    assert.equal(started([find, mend], 'Feed the crane', 'A'), 'find')
    assert.equal(started([find, mend], 'Feed the crane', 'mender'), 'mend')
  })

  it('is not said where several fit, or none', () => {
    assert.equal(started([find, mend], 'Feed the crane', 'C'), null)
    assert.equal(started([find, mend], 'Feed the crane'), null)
    assert.equal(started([find, find, mend], 'Find the nest'), null)
    assert.equal(started([find, find, mend], 'Find the nest', 'B'), 'mend')
    assert.equal(started([call('a', 'task', [] as never), call('b', 'task', [] as never)]), null)
  })
})
