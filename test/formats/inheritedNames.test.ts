/** Names that every object inherits (`constructor`, `__proto__`) are names as any other where a file says them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inflate } from '../../src/adapters/openAiAgents/flat.ts'
import { own, setOwn } from '../../src/runtime/own.ts'
import { blocksOf } from '../../src/formats/claudeAi/content.ts'
import { readVersion } from '../../src/formats/lmStudio/version.ts'
import { describeOnce } from '../support/stores.ts'

const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']

describeOnce('names that every object inherits', () => {
  it('are types of no block of claude.ai', () => {
    for (const type of inherited) {
      const block = JSON.parse(`{"type":"${type}"}`) as { readonly type: string }
      assert.deepEqual(blocksOf({ content: [block] }), [{ type: 'other', value: block }], type)
    }
  })

  it('are roles of no message of LM Studio', () => {
    for (const role of inherited) {
      const { draft } = readVersion({ role, content: [] }, { place: 'here', observedAt: null })
      assert.equal((draft as { readonly role?: unknown }).role, 'ASSISTANT', role)
    }
  })

  it('change no object where an item of OpenAI’s agents is put together again', async () => {
    const odd = [
      { at: ['__proto__', 'forged'], undefined: true as const },
      { at: ['__proto__'], number: '-0' },
    ]
    const whole = await inflate({ value: { a: 1 }, odd }, () => Promise.reject(new Error('no bytes')))
    assert.equal('forged' in {}, false)
    assert.deepEqual(Object.getOwnPropertyNames(whole), ['a', '__proto__'])
  })

  it('are members only where they were set', () => {
    const table: Record<string, number> = { a: 1 }
    for (const name of inherited) assert.equal(own(table, name), undefined, name)
    setOwn(table, '__proto__', 2)
    assert.equal(own(table, '__proto__'), 2)
    assert.equal(Object.getPrototypeOf(table), Object.prototype)
  })
})
