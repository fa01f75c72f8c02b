import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { conversationsPage, type ConversationFilter } from '../../../src/app/read/lists.ts'
import { conversationOf } from '../../../src/app/read/view.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { conversationsWithText } from '../../../src/app/search/conversationsWithText.ts'
import { search } from '../../../src/app/search/search.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import fc from '../../support/properties.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

/** Returns the ids of all pages. */
async function found(scope: () => Scope, text: string, filter: ConversationFilter = {}, first = 50): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ;) {
    const page = await conversationsWithText(scope(), text, filter, { first, after })
    ids.push(...page.items.map(({ item }) => item.id))
    if (!page.hasNextPage) return ids
    after = page.items.at(-1)?.cursor ?? null
  }
}

/** Returns what a search in each conversation by itself finds, in the order of the list. */
async function oneByOne(scope: () => Scope, text: string, filter: ConversationFilter = {}): Promise<string[]> {
  const { items } = await conversationsPage(scope(), filter, { first: 100 })
  const ids = items.map(({ item }) => item.id)
  const hits = await Promise.all(
    ids.map((id) => search(scope(), text, { conversationId: id, includeExperiments: true }, {})),
  )
  return ids.filter((_, k) => (hits[k]?.items.length ?? 0) > 0)
}

await onEveryStore('conversations with a text', (on) => {
  let count = 0
  const alone = () => {
    const tenant = `texts ${on.name} ${++count}`
    return () => on.scope({ tenant })
  }
  const words = ['red', 'green', 'blue'] as const
  const step = fc.record({
    act: fc.constantFrom('say', 'fork', 'amend'),
    from: fc.nat(9),
    word: fc.constantFrom(...words),
  })

  it('are those in which a search finds it, forks of any depth and corrections with them, by pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, first) => {
          const scope = alone()
          await say(scope(), 'c0', 'u0', 'red')
          const [ids, messages] = [['c0'], ['c0:u0']]
          for (const [k, { act, from, word }] of steps.entries()) {
            const id = ids[from % ids.length] ?? 'c0'
            if (act === 'amend')
              await amendMessage(scope(), { messageId: messages[from % messages.length] ?? '', fields: { text: word } })
            else if (act === 'fork') {
              await forkConversation(scope(), { source: id, newConversationId: `f${k}` })
              ids.push(`f${k}`)
            } else {
              await say(scope(), from === 9 ? `n${k}` : id, `u${k}`, word)
              if (from === 9) ids.push(`n${k}`)
              messages.push(`${from === 9 ? `n${k}` : id}:u${k}`)
            }
          }
          for (const word of words) {
            assert.deepEqual(await found(scope, word, {}, first), await oneByOne(scope, word))
            const filter = { forks: false, title: 'r' }
            assert.deepEqual(await found(scope, word, filter, first), await oneByOne(scope, word, filter))
          }
        },
      ),
      { numRuns: on.name === 'SQLite' ? 30 : 5 },
    )
  })

  it('are found behind hundreds that do not have it, where more turns have it than are asked for at first', async () => {
    const scope = alone()
    const turns = (word: string, length: number) =>
      Array.from({ length }, (_, k) => ({
        turnId: `${k}`,
        role: 'USER' as const,
        blocks: [{ type: 'text', text: `${word} ${k}` }] as const,
      }))
    for (const id of ['old', 'older']) {
      const items = turns('common', 110).map((turn) => ({ ...turn, conversationId: id }))
      await storeTurns(scope(), { turns: items })
    }
    await forkConversation(scope(), { source: 'old', newConversationId: 'fork' })
    const others = Array.from({ length: 320 }, (_, k) => ({
      conversationId: `other${k}`,
      turnId: '1',
      role: 'USER' as const,
      blocks: [{ type: 'text', text: 'none' }] as const,
    }))
    for (let from = 0; from < others.length; from += 80)
      await storeTurns(scope(), { turns: others.slice(from, from + 80) })
    const { activityAt } = await conversationOf(scope(), 'older')
    assert.deepEqual((await found(scope, 'common', {}, 2)).sort(), ['fork', 'old', 'older'])
    assert.deepEqual((await found(scope, 'common', { activeAfter: activityAt })).sort(), ['fork', 'older'])
    assert.equal((await found(scope, 'none', {}, 100)).length, 320)
    const page = await conversationsWithText(scope(), 'common', {}, { first: 1 })
    assert.equal(await page.totalCount(), 3)
  })
})
