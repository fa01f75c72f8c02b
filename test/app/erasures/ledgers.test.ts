import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { backedUp, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'

const secret = 'XQZSECRETXQZ'

/** Two runs beside each other: a fork at the end of the first one has copies of its turns. */
async function interleaved(scope: Scope, source: string): Promise<void> {
  await say(scope, source, 'u0', 'u0')
  for (const runId of ['a', 'b']) await claimRun(scope, { conversationId: source, runId })
  for (const [turnId, runId] of [
    ['b1', 'b'],
    ['a1', 'a'],
    ['b2', 'b'],
    ['a2', 'a'],
  ] as const)
    // prettier-ignore
    await say(scope, source, turnId, turnId, { runId })
  await completeRun(scope, { conversationId: source, runId: 'a' })
}

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

  it('loses the note of a fork that was made at the end of a run, of which the end, copied into it, is erased', async () => {
    const scope = on.scope({ tenant: `copied ${on.name}` })
    for (const [source, note] of [
      ['talk', secret],
      ['other', 'stays'],
    ] as const) {
      // prettier-ignore
      await interleaved(scope, source)
      const { copied } = await forkConversation(scope, {
        source,
        newConversationId: `${source} fork`,
        at: { runId: 'a' },
        note,
      })
      assert.ok(copied > 0)
    }
    const said = async (text: string) => (await storedText(scope)).includes(text)
    assert.deepEqual([await said(secret), await said('stays')], [true, true])
    await erase(scope, { messageIds: ['talk:a2'], reason: 'OTHER' })
    assert.deepEqual([await said(secret), await said('stays')], [false, true])
  })
})
