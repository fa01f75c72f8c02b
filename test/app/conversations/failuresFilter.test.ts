import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

async function calls(scope: () => Scope, conversationId: string, isError: boolean): Promise<void> {
  await say(scope(), conversationId, 'u1', 'Run it')
  const call = { type: 'toolCall', callId: 'k', name: 'bash', input: {} } as const
  await storeTurn(scope(), { conversationId, turnId: 'a1', role: 'ASSISTANT', blocks: [call] })
  const result = { type: 'toolResult', callId: 'k', content: 'no', isError } as const
  await storeTurn(scope(), { conversationId, turnId: 'r1', role: 'TOOL', blocks: [result] })
}

await onEveryStore('conversations by whether a tool failed in them', (on) => {
  const scope = on.scope
  const listed = async (failures: boolean | null, first = 10) => {
    const page = await conversationsPage(scope(), { failures }, { first })
    return [page.items.map(({ item }) => item.id).sort(), await page.totalCount()]
  }

  it('are those alone, the others, or both; what is inherited counts where it was recorded', async () => {
    await calls(scope, 'failing', true)
    await calls(scope, 'well', false)
    await forkConversation(scope(), { source: 'failing', newConversationId: 'fork' })
    assert.deepEqual(await listed(true), [['failing'], 1])
    assert.deepEqual(await listed(false), [['fork', 'well'], 2])
    assert.deepEqual(await listed(null), [['failing', 'fork', 'well'], 3])
    assert.deepEqual(await listed(false, 1), [['fork'], 2])
    const forks = await conversationsPage(scope(), { failures: true, forkedFrom: 'failing' }, {})
    assert.deepEqual(forks.items, [])
  })
})
