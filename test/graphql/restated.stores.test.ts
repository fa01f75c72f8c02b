/** Turns that are stored again as they are, over HTTP: nothing leaves the transcript, one by one and in a batch (design §3). */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate } from './support/talk.ts'

const turns = (conversationId: string) =>
  Array.from({ length: 8 }, (_, n) => [
    { conversationId, turnId: `u${n}`, role: 'USER', text: `Question ${n}` },
    { conversationId, turnId: `a${n}`, role: 'ASSISTANT', text: `Answer ${n}` },
  ]).flat()

const asked = `query ($id: ID!) { conversation(id: $id) { turnCount head { id }
  transcript(first: 50) { nodes { text } } } }`

await forEachStore('turns that are stored again', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  const stored = 'restated leftTranscript warnings { code details }'
  const made = async (id: string) => {
    await mutate(api, 'storeTurns', { turns: turns(id) }, '')
    return api.ask(asked, { id })
  }

  it('as they are leave the transcript as it was: one of them, and all prompts in one batch', async () => {
    const was = await made('equal')
    const one = await mutate(api, 'storeTurn', turns('equal')[4] as object, stored)
    assert.deepEqual([one['restated'], one['leftTranscript'], one['warnings']], [true, 0, []])
    const prompts = turns('equal').filter(({ role }) => role === 'USER')
    const all = await mutate(api, 'storeTurns', { turns: prompts }, 'results { restated leftTranscript }')
    assert.deepEqual(all['results'], Array(8).fill({ restated: true, leftTranscript: 0 }))
    assert.deepEqual(await api.ask(asked, { id: 'equal' }), was)
  })

  it('with other words take their place, and say how many entries left', async () => {
    await made('other')
    const edited = { ...turns('other')[12], text: 'Another question' }
    const { leftTranscript, restated, warnings } = await mutate(api, 'storeTurn', edited, stored)
    assert.deepEqual([restated, leftTranscript], [false, 4])
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['TURNS_LEFT_TRANSCRIPT'],
    )
  })
})
