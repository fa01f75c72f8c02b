import assert from 'node:assert/strict'
import { it } from 'node:test'
import { erase } from '../../../src/app/erasures/erase.ts'
import { answerOf } from '../../../src/app/prompts/prompts.ts'
import { promptsPage } from '../../../src/app/prompts/promptsPage.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'

await onEveryStore('the answer of a prompt', (on) => {
  const answersOf = async (scope: Scope) => {
    scope.reads.clear()
    const conversation = (await scope.reads.conversation('c')) as Conversation
    const { items } = await promptsPage(scope, conversation, { first: 10 })
    const entries = await Promise.all(items.map(({ item }) => answerOf(item)))
    return entries.map((entry) => entry && [entry.observation.messageId, entry.erased])
  }

  it('is the last turn with words, also once they are erased; what made calls alone is none', async () => {
    const scope = on.scope({ tenant: `answers ${on.name}` })
    await say(scope, 'c', 'u1')
    await tools(scope, 'c', 'a1', ['call'])
    await tools(scope, 'c', 't1', ['call'])
    await say(scope, 'c', 'a2', 'done')
    await say(scope, 'c', 'u2')
    await tools(scope, 'c', 'a3', ['more'])
    assert.deepEqual(await answersOf(scope), [['c:a2', false], null])
    await erase(scope, { conversationIds: ['c'], reason: 'OTHER' })
    assert.deepEqual(await answersOf(scope), [['c:a2', true], null])
  })
})
