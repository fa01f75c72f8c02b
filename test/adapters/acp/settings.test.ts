import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { settingsOf, storedSettings } from '../../../src/adapters/acp/settings.ts'

describe('what is stored of an opened session', () => {
  it('has the names of its servers alone: their commands and headers hold secrets', () => {
    const servers = [{ name: 'a', env: [{ name: 'KEY', value: 'secret' }] }, { name: 7 }, 'b', { name: 'c', url: 'u' }]
    const settings = settingsOf('s', { mcpServers: servers, additionalDirectories: ['/a'] })
    assert.deepEqual(settings, { session: 's', mcpServers: ['a', 'c'], additionalDirectories: ['/a'] })
    assert.doesNotMatch(JSON.stringify(settings), /secret/)
  })

  it('is empty where the client names nothing', () => {
    assert.deepEqual(settingsOf('s', {}), { session: 's', mcpServers: [], additionalDirectories: [] })
  })

  it('is read again as it was stored', () => {
    const acp = settingsOf('s', { mcpServers: [{ name: 'a' }], additionalDirectories: ['/a', '/b'] })
    assert.deepEqual(storedSettings('s', { acp, other: 1 }), acp)
  })

  it('is not found where the conversation was never opened by this protocol', () => {
    assert.equal(storedSettings('s', {}), null)
    assert.equal(storedSettings('s', { acp: null, fork: 'x' }), null)
  })

  it('is not that of its source, which a fork has copied, but its own', () => {
    const [own, ofSource] = [settingsOf('fork', { additionalDirectories: ['/f'] }), settingsOf('source', {})]
    assert.equal(storedSettings('fork', { acp: ofSource }), null)
    assert.deepEqual(storedSettings('fork', { acp: ofSource, fork: { acp: own } }), own)
  })

  it('names the session of a wrapped agent with the head that it knows, null for the empty path', () => {
    const of = (more: object) => {
      const stored = storedSettings('s', {
        acp: { session: 's', mcpServers: 'x', additionalDirectories: [1, '/a'], ...more },
      })
      assert.ok(stored)
      const { session, mcpServers, additionalDirectories, ...rest } = stored
      assert.deepEqual([session, mcpServers, additionalDirectories], ['s', [], ['/a']])
      return rest
    }
    assert.deepEqual(of({ downstream: 'd', head: 'h' }), { downstream: 'd', head: 'h' })
    assert.deepEqual(of({ downstream: 'd' }), { downstream: 'd', head: null })
    assert.deepEqual(of({ head: 'h' }), {})
  })
})
