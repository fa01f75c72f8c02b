import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEntry, strangeness } from '../../../src/formats/claudeCode/entry.ts'

describe('lines that Claude Code writes in every session', () => {
  it('are known and quiet, and a type that nobody knows is a finding', () => {
    const findings = (type: string) => strangeness(readEntry({ type, sessionId: 's', uuid: 'u', parentUuid: null }))
    for (const type of ['atis-latch', 'api-request', 'api-request-shape', 'api-request-blob'])
      assert.equal(findings(type), null, type)
    assert.equal(findings('api-request-of-tomorrow')?.code, 'UNKNOWN_TYPE')
  })
})

describe('a line about a session', () => {
  it('is no node and keeps its type, also where it has an id', () => {
    for (const type of ['custom-title', 'ai-title', 'summary', 'file-history-snapshot', 'last-prompt', 'mode'])
      assert.equal(readEntry({ type, sessionId: 's', uuid: 'u', parentUuid: 'p' }).node, null, type)
    assert.equal(readEntry({ type: 'progress', sessionId: 's', uuid: 'u', parentUuid: 'p' }).node, 'NOTE')
  })
})
