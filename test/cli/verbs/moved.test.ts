import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { movedResult } from '../../../src/cli/verbs/moved.ts'
import type { CommonOptions } from '../../../src/cli/withGraph.ts'
import type { HeadMovedFragment } from '../../../src/client/documents/generated.ts'

interface Move {
  readonly from?: string | null
  readonly replayed?: boolean
  readonly options?: CommonOptions
}

const moved = (
  head: { id: string; turn: number | null } | null,
  leftTranscript: number,
  { from = 'o0', replayed = false, options = {} }: Move = {},
) => {
  const event = { headFrom: from === null ? null : { id: from } }
  const answer = { conversation: { id: 'trip', head }, event, leftTranscript, replayed }
  return movedResult('trip', answer as unknown as HeadMovedFragment, options)
}
const first = { id: 'o1', turn: 1 }

describe('a moved head', () => {
  it('is at a turn, by its number and id, or by its id alone', () => {
    assert.match(moved({ id: 'o1', turn: 1_234 }, 0).sentence, /^The head of trip is now at turn 1,234 \(o1\)\. /)
    assert.match(moved({ id: 'o1', turn: null }, 0).sentence, /^The head of trip is now at o1\. /)
  })

  it('may be before the first turn', () => {
    const { sentence, document } = moved(null, 2, { replayed: true })
    assert.match(sentence, /^The head of trip is now before the first turn; 2 entries left the transcript\. /)
    const back = 'turngraph switch trip o0'
    assert.deepEqual(document, { conversationId: 'trip', headId: null, leftTranscript: 2, replayed: true, back })
  })

  it('says how many entries left the transcript, where any did', () => {
    assert.match(moved(first, 1).sentence, /; 1 entry left the transcript\. /)
    assert.doesNotMatch(moved(first, 0).sentence, /left/)
  })

  it('is moved back by the command that is printed with it, on the same store', () => {
    assert.match(moved(first, 0).sentence, / "turngraph switch trip o0" moves the head back\.$/)
    assert.match(moved(first, 0, { from: null }).sentence, / "turngraph switch trip start" moves the head back\.$/)
    const [team, url] = [{ tenant: 'team' }, { url: new URL('http://127.0.0.1:4000/x?a=1') }]
    assert.match(moved(first, 0, { options: team }).sentence, / "turngraph switch trip o0 --tenant team" /)
    assert.match(moved(first, 0, { options: url }).sentence, / "turngraph switch trip o0 --url 'http:\S+a=1'" /)
  })

  it('that stands where it stood has no such command', () => {
    assert.equal(moved(first, 0, { from: 'o1' }).sentence, 'The head of trip is now at turn 1 (o1).')
  })
})
