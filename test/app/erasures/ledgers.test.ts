import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { backedUp, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'

const secret = 'XQZSECRETXQZ'

await onEveryStore('the ledger of a fork, of which an erasure takes what it has from another conversation', (on) => {
  it('loses the note of a fork that was made there at what is erased, for good', async () => {
    const scope = on.scope({ tenant: `ledgers ${on.name}` })
    for (const turnId of ['u1', 'u2', 'u3']) await say(scope, 'talk', turnId, turnId)
    await forkConversation(scope, { source: 'talk', newConversationId: 'fork', at: { turn: 3 } })
    await say(scope, 'fork', 'f1', 'on')
    await forkConversation(scope, { source: 'fork', newConversationId: 'further', at: { turn: 2 }, note: secret })
    await forkConversation(scope, { source: 'fork', newConversationId: 'other', at: { turn: 1 }, note: 'stays' })
    const before = await backedUp(scope)
    const isGone = async () => {
      const text = await storedText(scope)
      assert.deepEqual([text.includes(secret), text.includes('stays')], [false, true])
    }
    await erase(scope, { messageIds: ['talk:u2'], reason: 'OTHER' })
    await isGone()
    await restored(scope, before, { merge: true })
    await isGone()
    scope.reads.clear()
    for (const id of ['talk', 'fork', 'further', 'other']) {
      const { damage, findings } = await integrity(scope, id, { deep: true })
      assert.deepEqual([id, damage, findings], [id, 0, []])
    }
  })
})
