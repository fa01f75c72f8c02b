import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Act } from '../../src/app/act.ts'
import { recentTurns } from '../../src/app/queries.ts'
import { storeTurn } from '../../src/app/storeTurn.ts'
import { conversationOf } from '../../src/app/treeQueries.ts'
import { aroundStore } from '../../src/app/aroundStore.ts'
import { onEveryStore } from '../support/acts.ts'

await onEveryStore('two processes that write to one conversation', ({ act, store }) => {
  it('decide anew on what the other wrote, also what was decided on a write that is then refused', async () => {
    const say = (as: Act, text: string) =>
      storeTurn(as, { conversationId: 'both', role: 'USER', blocks: [{ type: 'text', text }] })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const late = aroundStore(store(), async (method, call) => {
      if (method === 'write') await held
      return call()
    })
    const here = ['a', 'b', 'c'].map((text) => say(act({ process: 1, store: late }), text))
    await say(act({ process: 2 }), 'd')
    release()
    await Promise.all(here)
    const conversation = await conversationOf(act(), 'both')
    const turns = await recentTurns(act(), conversation, 16)
    assert.deepEqual(
      turns.map(({ text }) => text),
      ['d', 'a', 'b', 'c'],
    )
  })
})
