import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connect, type TurngraphError } from '../../src/client/client.ts'

/** A server that answers each operation by its name, and what it was asked in order. */
function answering(answers: Readonly<Record<string, (variables: Record<string, unknown>) => object>>) {
  const asked: string[] = []
  const fetch = (_url: unknown, { body }: RequestInit = {}) => {
    const { query, variables } = JSON.parse(body as string) as { query: string; variables: Record<string, unknown> }
    const [, name = ''] = /^\w+ (\w+)/.exec(query) ?? []
    asked.push(name)
    return Promise.resolve(Response.json({ data: answers[name]?.(variables) ?? null }))
  }
  return { asked, open: () => connect({ url: 'http://127.0.0.1:1', fetch }) }
}

describe('the client', () => {
  it('looks a turn up once for all pages of a transcript', async () => {
    const { asked, open } = answering({
      FindMessage: () => ({ conversation: { message: { id: 'c:m1', role: 'USER' } } }),
      TranscriptItems: ({ after, at }) => {
        assert.deepEqual(at, { messageId: 'c:m1' })
        const pageInfo = { hasNextPage: after !== 'b', endCursor: after === null ? 'a' : 'b', hasPreviousPage: false }
        return { conversation: { transcript: { nodes: [{ text: String(after) }], pageInfo } } }
      },
    })
    const entries = await (await open()).conversations.open('c').transcript({ at: 'm1' }).all()
    assert.deepEqual(
      entries.map(({ text }) => text),
      ['null', 'a', 'b'],
    )
    assert.deepEqual(asked, ['FindMessage', 'TranscriptItems', 'TranscriptItems', 'TranscriptItems'])
  })

  it('opens no conversation without an id where an answer says none', async () => {
    const { open } = answering({
      CreateConversation: () => ({ createConversation: { conversation: null, userErrors: [] } }),
    })
    const isInternal = ({ code }: TurngraphError) => code === 'INTERNAL'
    await assert.rejects((await open()).conversations.create(), isInternal)
  })
})
