import assert from 'node:assert/strict'
import { it } from 'node:test'
import { analytics } from '../../../src/app/analytics/analytics.ts'
import type { AnalyticsFilter } from '../../../src/app/analytics/filter.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('rankings of conversations', (on) => {
  const scope = () => on.scope({ tenant: `rankings ${on.name}` })
  const byForks = async (filter: AnalyticsFilter) => {
    const ranked = await (await analytics(scope(), filter)).topConversations('FORKS', 10)
    return ranked.map(({ conversationId, count }) => [conversationId, count])
  }

  it('by forks count all forks of the conversations that a filter leaves, in it or not, and no deleted one', async () => {
    await say(scope(), 'a', 'u1')
    await say(scope(), 'b', 'u1')
    const fork = (source: string, newConversationId: string, more: object = {}) =>
      forkConversation(scope(), { source, newConversationId, ...more })
    for (const id of ['a1', 'a2', 'a3']) await fork('a', id)
    await fork('b', 'b1')
    await fork('a1', 'a11')
    await deleteConversation(scope(), { id: 'a3' })
    const all = [
      ['a', 2],
      ['a1', 1],
      ['b', 1],
    ]
    assert.deepEqual(await byForks({}), all)
    assert.deepEqual(await byForks({ conversationIds: ['a', 'b'] }), [
      ['a', 2],
      ['b', 1],
    ])
    assert.deepEqual(await byForks({ conversationIds: ['a1', 'a2'] }), [['a1', 1]])
    assert.deepEqual(await byForks({ conversationIds: ['a3'] }), [])
  })
})
