import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { recentTurns } from '../../../src/app/transcripts/transcript.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { conversationOf } from '../../../src/app/read/view.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'

await onEveryStore('two processes that write to one conversation', ({ scope, store }) => {
  it('decide anew on what the other wrote, also what was decided on a write that is then refused', async () => {
    const say = (as: Scope, text: string) =>
      storeTurn(as, { conversationId: 'both', role: 'USER', blocks: [{ type: 'text', text }] })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const late = intercept(store(), async (method, call) => {
      if (method === 'write') await held
      return call()
    })
    const here = ['a', 'b', 'c'].map((text) => say(scope({ process: 1, store: late }), text))
    await say(scope({ process: 2 }), 'd')
    release()
    await Promise.all(here)
    const conversation = await conversationOf(scope(), 'both')
    const turns = await recentTurns(scope(), conversation, 16)
    assert.deepEqual(
      turns.map(({ text }) => text),
      ['d', 'a', 'b', 'c'],
    )
  })
})
