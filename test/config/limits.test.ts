import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/config/config.ts'

const boundsOf = (env: Record<string, string>) => readConfig({ DATA: '.', ...env }).limits.bounds

describe('what is done at once', () => {
  it('is of one tenant a quarter at most where there are several, what waits to be recorded as well', () => {
    const all = Object.entries(boundsOf({ AUTH: 'keys' }))
    assert.ok(all.some(([name]) => name === 'recordedBytes'))
    for (const [name, { most, share }] of all) assert.equal(share, Math.ceil(most / 4), name)
  })

  it('is all of it where there is but one', () => {
    for (const [name, { most, share }] of Object.entries(boundsOf({}))) assert.equal(share, most, name)
  })
})
