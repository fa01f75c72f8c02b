import assert from 'node:assert/strict'
import { it } from 'node:test'
import { undo } from '../../../src/app/heads/undo.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, turnsOf } from '../../support/talk.ts'

await onEveryStore('an undo', (on) => {
  const scope = on.scope

  it('that would empty the path is refused where the caller says so, and writes nothing', async () => {
    await say(scope(), 'e', 'u1')
    await say(scope(), 'e', 'a1')
    await undo(scope(), { conversationId: 'e', toEmpty: false })
    assert.deepEqual(await turnsOf(scope(), 'e'), ['u1'])
    const rows = await on.store().rowCounts()
    await assert.rejects(undo(scope(), { conversationId: 'e', toEmpty: false }), { code: 'BAD_INPUT' })
    assert.deepEqual(await on.store().rowCounts(), rows)
    await undo(scope(), { conversationId: 'e', toEmpty: true })
    assert.deepEqual(await turnsOf(scope(), 'e'), [])
  })
})
