import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { Condensed } from '../../../../src/formats/reading/tree/condensed.ts'

/** Of each message the labels that a marker behind it keeps; null where there is no marker. */
function kept(...messages: JsonObject[]): (string | null)[] {
  const condensed = new Condensed()
  return messages.map((message) => {
    const [step] = condensed.after(message, condensed.labelOf(message))
    return step ? (step.keep ?? []).map(([label]) => label).join(' ') : null
  })
}
const said = (more: JsonObject = {}): JsonObject => ({ ts: 1, role: 'user', ...more })

describe('messages that were taken out of what is sent', () => {
  it('are followed only where the program gives its messages a time', () => {
    const condensed = new Condensed()
    assert.deepEqual(
      [condensed.labelOf({ role: 'user' }), condensed.labelOf(said()), condensed.labelOf(said())],
      [undefined, 'm1', 'm2'],
    )
    assert.deepEqual(kept({ condenseId: 'c' }), [null])
  })

  it('are those that name the summary which stands for them; what is left and the summary are sent', () => {
    assert.deepEqual(kept(said({ condenseParent: 'c' }), said(), said({ condenseId: 'c' })), [null, null, 'm2 m3'])
  })

  it('are those that name the mark of a cut, too', () => {
    assert.deepEqual(kept(said({ truncationParent: 't' }), said({ truncationId: 't' }), said()), [null, 'm2', null])
  })

  it('are sent as before where their summary is not in the file', () => {
    assert.deepEqual(kept(said({ condenseParent: 'gone' }), said({ condenseId: 'c' })), [null, 'm1 m2'])
  })

  it('are taken out one summary after the other', () => {
    const all = kept(
      said({ condenseParent: 'c' }),
      said({ condenseId: 'c', condenseParent: 'd' }),
      said(),
      said({ condenseId: 'd' }),
    )
    assert.deepEqual(all, [null, 'm2', null, 'm3 m4'])
  })
})
