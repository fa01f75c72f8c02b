import assert from 'node:assert/strict'
import { it } from 'node:test'
import { updateConversation } from '../../../../src/app/conversations/updateConversation.ts'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { forkConversation } from '../../../../src/app/forks/forkConversation.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { say } from '../../../support/talk.ts'

await onEveryStore('what forks were made with of an erased conversation', (on) => {
  it('goes with it, and what is their own stays', async () => {
    const scope = () => on.scope({ tenant: `forked members ${on.name}` })
    await say(scope(), 'c', 'u1', 'One.')
    await updateConversation(scope(), { id: 'c', metadata: { client: 'Ann', pinned: true, topic: 'old' } })
    await forkConversation(scope(), { source: 'c', newConversationId: 'f' })
    await forkConversation(scope(), { source: 'f', newConversationId: 'g' })
    await updateConversation(scope(), { id: 'g', metadata: { topic: 'new', mine: 1 } })
    await say(scope(), 'other', 'u1', 'Two.')
    await updateConversation(scope(), { id: 'other', metadata: { client: 'Ann' } })
    await erase(scope(), { conversationIds: ['c'], reason: 'OTHER' })
    const all = await scope().store.conversations(['c', 'f', 'g', 'other'])
    assert.deepEqual(
      all.map((one) => one?.metadata),
      [{}, { pinned: true }, { pinned: true, topic: 'new', mine: 1 }, { client: 'Ann' }],
    )
  })
})
