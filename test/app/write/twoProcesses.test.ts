import assert from 'node:assert/strict'
import { it } from 'node:test'
import { undo } from '../../../src/app/heads/undo.ts'
import { repair } from '../../../src/app/repairs/repair.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { recentTurns } from '../../../src/app/transcripts/transcript.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { conversationOf } from '../../../src/app/read/view.ts'
import type { Block } from '../../../src/domain/model.ts'
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

  it('find that nothing is to be done only where the store says so', async () => {
    const say = (as: Scope, role: 'USER' | 'ASSISTANT', blocks: readonly Block[]) =>
      storeTurn(as, { conversationId: 'mended', role, blocks })
    await say(scope({ process: 1 }), 'ASSISTANT', [{ type: 'toolCall', callId: 'k', name: 'run', input: {} }])
    await say(scope({ process: 1 }), 'USER', [{ type: 'text', text: 'next' }])
    const mend = async () => (await repair(scope({ process: 1 }), { conversationId: 'mended', dryRun: false })).event
    assert.equal((await mend())?.kind, 'REPAIR')
    await undo(scope({ process: 2 }), { conversationId: 'mended' })
    assert.equal((await mend())?.kind, 'REPAIR')
  })

  it('lose nothing where clients that go from one to another append all the time', async () => {
    const id = 'hopping'
    const client = async (place: number) => {
      const stored: string[] = []
      for (let n = 0; n < 12; n++) {
        const as = scope({ process: 3 + ((place + n) % 3) })
        const { observation } = await storeTurn(as, {
          conversationId: id,
          role: 'USER',
          blocks: [{ type: 'text', text: `${place} ${n}` }],
        })
        stored.push(observation.id)
      }
      return stored
    }
    const stored = (await Promise.all(Array.from({ length: 8 }, (_, place) => client(place)))).flat()
    const conversation = await conversationOf(scope(), id)
    assert.equal(conversation.turnCount, stored.length)
    assert.equal(new Set(stored).size, 96)
  })
})
