import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ledgersOn } from '../../../src/app/subscriptions/ledger.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('a ledger that is followed', ({ scope, store }) => {
  it('gives what comes after a line, and nothing that is known', async () => {
    for (const turnId of ['u1', 'a1', 'u2']) await say(scope(), 'followed', turnId)
    const ledgers = ledgersOn(store())
    const { tenant } = scope()
    const seqsAfter = async (afterSeq: number) =>
      (await ledgers.after({ tenant, conversationId: 'followed', afterSeq })).map(({ seq }) => seq)
    assert.deepEqual(await seqsAfter(0), [1, 2, 3, 4])
    assert.deepEqual(await seqsAfter(2), [3, 4])
    assert.deepEqual(await seqsAfter(4), [])
  })
})
