import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recognisedText } from '../../../src/domain/erasure/recognisedText.ts'
import type { Block, ObservationKind } from '../../../src/domain/model.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const entry = (blocks: readonly Block[], kind: ObservationKind = 'TURN', summary: string | null = null) =>
  recognisedText({ kind, role: kind === 'TURN' ? 'USER' : null, blocks, summary })
const long = 'Mend the nest'

describe('the text by which what was erased is known again', () => {
  it('is of twelve characters or more, white space around each part aside', () => {
    assert.notEqual(entry([text('123456789012')]), null)
    assert.equal(entry([text('12345678901')]), null)
    assert.equal(entry([text(`${' '.repeat(20)}short`)]), null)
    assert.notEqual(entry([text('123456'), text('789012')]), null)
    assert.equal(entry([]), null)
  })

  it('is the same for what says the same, whatever the order of members, and another for all else', () => {
    const swapped = { text: long, type: 'text' } as Block
    assert.equal(entry([text(long)]), entry([swapped]))
    const others = [
      entry([text(long)], 'NOTE'),
      entry([text(`${long}!`)]),
      entry([{ type: 'thinking', thinking: long }]),
      recognisedText({ kind: 'TURN', role: 'ASSISTANT', blocks: [text(long)], summary: null }),
      entry([text(long)], 'COMPACTION', long),
    ]
    assert.equal(new Set([entry([text(long)]), ...others]).size, 6)
    assert.ok(!others.includes(null))
  })

  it('is of what a summary says, and of nothing but turns, notes and compactions', () => {
    assert.notEqual(entry([], 'COMPACTION', long), null)
    for (const kind of ['RESTATEMENT', 'CORRECTION', 'DROP', 'JOIN', 'FACT'] as const)
      assert.equal(entry([text(long)], kind), null)
  })
})
