import assert from 'node:assert/strict'
import { it } from 'node:test'
import { equalElsewhere } from '../../../src/app/erasures/equalElsewhere.ts'
import { selectionOf } from '../../../src/app/erasures/selection.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('what says the same as what is erased', (on) => {
  let count = 0

  for (const salted of [false, true])
    it(`is counted, and no more is read than a bound (${salted ? 'salted' : 'plain'})`, async () => {
      const scope = on.scope({ tenant: `equal ${on.name} ${++count}`, salted })
      for (const id of ['a', 'b', 'c', 'd']) await say(scope, id, 'u1', 'the same')
      await say(scope, 'd', 'u2', 'something else')
      const targets = { observationIds: [], conversationIds: [], attachmentIds: [], entityIds: [] }
      const selection = await selectionOf(scope, { ...targets, messageIds: ['a:u1'] })
      assert.deepEqual(await equalElsewhere(scope, selection), { count: 3, compared: null })
      assert.deepEqual(await equalElsewhere(scope, selection, 6), { count: 3, compared: null })
      const { count: found, compared } = await equalElsewhere(scope, selection, 3)
      assert.equal(compared, 3)
      assert.ok(found <= 3)
    })
})
