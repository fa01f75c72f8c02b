import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StoredSession } from '../../../src/adapters/acp/graph.ts'
import { sessionInfo } from '../../../src/adapters/acp/sessionInfo.ts'
import { fakeOf } from '../../support/fakes.ts'

const stored = (more: object) =>
  fakeOf<StoredSession>('stored session', {
    id: 's',
    title: '',
    cwd: null,
    updatedAt: '2026-01-02T03:04:05.000Z',
    turnCount: 0,
    preview: '',
    metadata: {},
    forkedFrom: null,
    ...more,
  })

describe('a conversation in a list of sessions', () => {
  it('has the root folder where it belongs to none, and no title where it has none', () => {
    assert.deepEqual(sessionInfo(stored({})), {
      sessionId: 's',
      cwd: '/',
      updatedAt: '2026-01-02T03:04:05.000Z',
      _meta: { turngraph: { cwd: null, turnCount: 0, preview: '', forkedFrom: null } },
    })
  })

  it('has its folder and title, and the count of its turns beside', () => {
    const { cwd, title, _meta } = sessionInfo(stored({ title: 'Né', cwd: '/work', turnCount: 3, preview: 'hi' }))
    assert.deepEqual([cwd, title], ['/work', 'Né'])
    assert.deepEqual(_meta, { turngraph: { cwd: '/work', turnCount: 3, preview: 'hi', forkedFrom: null } })
  })

  it('has the folders that were stored when it was opened, not those of the session that it was forked from', () => {
    const acp = (session: string) => ({ acp: { session, mcpServers: [], additionalDirectories: ['/more'] } })
    assert.deepEqual(sessionInfo(stored({ metadata: acp('s') })).additionalDirectories, ['/more'])
    assert.equal('additionalDirectories' in sessionInfo(stored({ metadata: acp('source') })), false)
  })

  it('names the session and the turn that it was forked from', () => {
    const turn = { id: 'o', turnId: 't' }
    const { _meta } = sessionInfo(stored({ forkedFrom: { conversation: { id: 'source' }, turn } }))
    assert.deepEqual((_meta?.['turngraph'] as { forkedFrom: unknown }).forkedFrom, { sessionId: 'source', turn })
  })
})
