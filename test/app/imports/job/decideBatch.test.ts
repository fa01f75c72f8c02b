import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rewindConversation } from '../../../../src/app/heads/rewindConversation.ts'
import { undo } from '../../../../src/app/heads/undo.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { turnsOf } from '../../../support/talk.ts'
import { entries, imports, linesOf } from '../../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `emptied-${++count}` })

const session = entries('u1 a1<u1 u2<a1 a2<u2')
const whole = ['u1', 'a1', 'u2', 'a2']

await onEveryStore('an import of a conversation whose path was emptied', (on) => {
  for (const [moved, empty] of Object.entries({
    undone: (scope: Scope) => undo(scope, { conversationId: 's' }),
    rewound: (scope: Scope) => rewindConversation(scope, { conversationId: 's', before: { turn: 1 } }),
  })) {
    it(`puts the head at the end of the same file again, where it was ${moved}`, async () => {
      const scope = alone(on)
      await imports(scope, linesOf(session))
      await empty(scope)
      scope.reads.clear()
      assert.deepEqual(await turnsOf(scope, 's'), [])
      const { report } = await imports(scope, linesOf(session))
      scope.reads.clear()
      assert.deepEqual([report.added, await turnsOf(scope, 's')], [0, whole])
    })

    it(`puts the head at the end of a longer file, where it was ${moved}`, async () => {
      const scope = alone(on)
      await imports(scope, linesOf(session))
      await empty(scope)
      const { report } = await imports(scope, linesOf([...session, ...entries('u3<a2')]))
      scope.reads.clear()
      assert.deepEqual([report.added, await turnsOf(scope, 's')], [1, [...whole, 'u3']])
    })
  }
})
