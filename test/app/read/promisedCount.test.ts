import assert from 'node:assert/strict'
import { it } from 'node:test'
import { promisedCount, wholeCount } from '../../../src/app/read/lists.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'

const turn = (conversationId: string, turnId: string, i: number) => ({
  conversationId,
  turnId,
  role: (['USER', 'ASSISTANT', 'SYSTEM'] as const)[i % 3] ?? 'USER',
  blocks: [{ type: 'text' as const, text: `${i}` }],
  ...(i % 2 === 0 ? {} : { model: `m${i % 5}` }),
})

await onEveryStore('the length of a list that the API promises', (on) => {
  it('is what is kept with its items, however they came', async () => {
    const scope = () => on.scope({ tenant: 'promised' })
    const turns = Array.from({ length: 40 }, (_, i) => turn('source', `t${i}`, i))
    await storeTurns(scope(), { turns })
    // Versions of turns, and turns of a fork that stand for inherited ones.
    await storeTurns(scope(), { turns: turns.slice(3, 9) })
    await forkConversation(scope(), { source: 'source', newConversationId: 'fork' })
    await storeTurns(scope(), { turns: [turn('fork', 't1', 1), turn('fork', 'own', 0)] })
    await deleteMessage(scope(), { id: 'source:t7' })
    const counted: string[] = []
    const watched = intercept(on.store(), (name, call, asked) => {
      if (name === 'counts') counted.push(JSON.stringify(asked[1]))
      return call()
    })
    const expected = { source: 40, fork: 2, nothing: 0 }
    for (const [id, messages] of Object.entries(expected)) {
      assert.equal(await wholeCount(scope(), 'messagesOfConversation', id), messages)
      const reading = on.scope({ tenant: 'promised', store: watched })
      assert.equal(await promisedCount(reading, 'messagesOfConversation', id), messages)
      assert.equal(await promisedCount(reading, 'events', id), await wholeCount(scope(), 'events', id))
      assert.equal(await promisedCount(scope(), 'headMoves', id), await wholeCount(scope(), 'headMoves', id))
    }
    assert.deepEqual(counted, [])
  })
})
