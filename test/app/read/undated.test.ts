import assert from 'node:assert/strict'
import { it } from 'node:test'
import { importTranscript } from '../../../src/app/imports/job/importTranscript.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { isDated } from '../../../src/domain/messages/newConversation.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const messages = (...texts: readonly string[]) =>
  JSON.stringify(texts.map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content })))

await onEveryStore('conversations without a date', (on) => {
  it('stand behind all others, page by page, until something in them has a time of its own', async () => {
    const scope = (given: object = {}) => on.scope({ tenant: `undated ${on.name}`, ...given })
    const bring = async (name: string, text: string) => {
      const source = bytesSource(name, Buffer.from(text))
      const { conversationIds } = await importTranscript(scope(), { source, conversationId: name, origin: 'IMPORT' })
      return conversationIds[0] ?? ''
    }
    await say(scope(), 'old', 'u1', 'u1', { observedAt: '2020-01-01T00:00:00.000000000Z' })
    for (const id of ['x', 'y', 'z']) await bring(id, messages('Hello', 'Hi'))
    await say(scope(), 'older', 'u1', 'u1', { observedAt: '2019-01-01T00:00:00.000000000Z' })
    const listed = async (first: number) => {
      const ids: string[] = []
      for (let after: string | null = null; ;) {
        const page = await conversationsPage(scope(), {}, { first, after })
        ids.push(...page.items.map(({ item }) => `${item.id}${isDated(item) ? '' : '?'}`))
        after = page.items.at(-1)?.cursor ?? null
        if (!page.hasNextPage) return ids
      }
    }
    for (const size of [1, 2, 3, 10]) assert.deepEqual(await listed(size), ['old', 'older', 'z?', 'y?', 'x?'])
    // What is said now has a time.
    await say(scope(), 'y', 'u9')
    assert.deepEqual(await listed(2), ['y', 'old', 'older', 'z?', 'x?'])
  })
})
