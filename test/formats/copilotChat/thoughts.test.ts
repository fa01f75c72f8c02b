import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../src/domain/model.ts'
import { thoughtIn } from '../../../src/formats/copilotChat/thoughts.ts'

describe('what was thought', () => {
  it('is a text, or its pieces as one', () => {
    const values: Json[] = ['hm', ['h', 'm'], { text: 'hm' }, { value: ['h', 'm'] }, { text: ['h', 7, 'm'] }]
    for (const value of values) assert.deepEqual(thoughtIn(value), [{ type: 'thinking', thinking: 'hm' }])
  })

  it('is nothing where there is no text', () => {
    for (const value of [undefined, null, '', [], [7], {}, { text: '' }, 7]) assert.deepEqual(thoughtIn(value), [])
  })
})
