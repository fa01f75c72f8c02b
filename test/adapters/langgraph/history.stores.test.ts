import { AIMessage, HumanMessage } from '@langchain/core/messages'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TurngraphMessageHistory } from '../../../src/adapters/langgraph/index.ts'
import { everyWay } from '../../client/support.ts'

for (const { name, skip, connect } of await everyWay())
  describe(`a message history of LangChain (${name})`, { skip }, () => {
    it('gives messages back as they were added, and those of turns that came otherwise', async (t) => {
      const { client, end } = await connect()
      t.after(end)
      const history = await TurngraphMessageHistory.connect({ client, sessionId: 'h' })
      assert.deepEqual(await history.getMessages(), [])
      const call = new AIMessage({ content: 'Yes.', tool_calls: [{ id: 'c', name: 'look', args: {} }] })
      await history.addMessages([new HumanMessage('Is it?'), call])
      const [first, second] = await history.getMessages()
      assert.deepEqual([first?.content, (second as AIMessage).tool_calls], ['Is it?', call.tool_calls])
      await client.conversations.open('h').append({ role: 'USER', text: 'From elsewhere.' })
      assert.equal((await history.getMessages()).at(-1)?.content, 'From elsewhere.')
      await history.clear()
      assert.deepEqual(await history.getMessages(), [])
      await history.addMessage(new HumanMessage('Anew.'))
      assert.deepEqual(
        (await history.getMessages()).map(({ content }) => content),
        ['Anew.'],
      )
      assert.equal((await client.conversations.open('h').leaves().all()).length, 2)
    })
  })
