import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callTitle } from '../../../src/domain/prompts/callTitle.ts'
import type { Json } from '../../../src/domain/model.ts'
import { call, text } from './support.ts'

const task = (input: Json) => call('k', 'task', input as object)
const title = (derived: string, ...inputs: Json[]) => callTitle([text('I ask'), ...inputs.map(task)], derived)

describe('the title of a sub-agent', () => {
  it('is the description of its call, else the name', () => {
    assert.equal(title('', { description: 'Find the nest', name: 'finder' }), 'Find the nest')
    assert.equal(title('', { description: ' ', name: 'finder' }), 'finder')
    assert.equal(title('', { description: 7, name: 'finder' }), 'finder')
    assert.equal(title('', { description: 'Find\nthe nest' }), 'Find the nest')
    assert.equal(title('', { description: 'é'.repeat(61) }), `${'é'.repeat(59)}…`)
  })

  it('is none where no call says it', () => {
    for (const input of [{}, null, ['Find'], 'Find', { description: 'New Chat' }]) assert.equal(title('', input), null)
    assert.equal(callTitle([], ''), null)
  })

  it('of several calls is that of the one whose prompt it has, and none where two have it', () => {
    const [find, mend] = [
      { description: 'A', prompt: 'Find the nest' },
      { description: 'B', prompt: 'Mend the stork' },
    ]
    assert.equal(title('Mend the stork', find, mend), 'B')
    assert.equal(title('Feed the crane', find, mend), null)
    assert.equal(title('Mend the stork', mend, mend), null)
    assert.equal(title('Mend the stork', find, { prompt: 'Mend the stork' }), 'A')
  })
})
