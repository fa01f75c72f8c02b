import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, Observation, Overlay } from '../../src/domain/model.ts'
import { parseQuery } from '../../src/domain/search/searchQuery.ts'
import { candidateOf, stateOf, tokensOf, type Fixed } from '../../src/search/candidate.ts'
import { textBlock } from '../support/tree/acts.ts'

const fixed = { id: 'o1', conversationId: 'trip' } as Fixed
const tokens = (...texts: string[]) => tokensOf({ blocks: texts.map((text) => textBlock(text)), marker: null })
const found = (query: string, ...texts: string[]) => candidateOf(parseQuery(query), fixed, tokens(...texts), null)

describe('a candidate', () => {
  it('is an observation whose stored text answers the query, in whatever case and block', () => {
    assert.deepEqual({ ...found('fox', 'The red FOX'), score: 0 }, { ...fixed, score: 0, message: null })
    assert.notEqual(found('red fox', 'red', 'fox'), null)
    assert.notEqual(found('zürich', 'ZÜRICH'), null)
  })

  it('is none where a word is missing, is there though it must not be, or stands elsewhere in a phrase', () => {
    for (const query of ['cat', 'red cat', 'fox -red', '"fox red"']) assert.equal(found(query, 'red fox'), null, query)
    assert.notEqual(found('"red fox"', 'a red fox'), null)
    assert.equal(found('fox'), null)
  })

  it('has a summary of its marker searched as well', () => {
    const marker = { summary: 'They chose a train.' } as Observation['marker']
    assert.notEqual(candidateOf(parseQuery('train'), fixed, tokensOf({ blocks: [], marker }), null), null)
  })

  it('scores the more, the more often the words are there', () => {
    assert.ok(
      (found('fox', 'fox fox fox')?.score ?? 0) > (found('fox', 'fox and a long tail of other words')?.score ?? 0),
    )
  })
})

describe('what must be known of a message', () => {
  const at = '2026-01-01T00:00:00.000000000Z'
  const overlay = (fields: JsonObject, provenance: Overlay['provenance']): Overlay => ({ fields, provenance, at })

  it('is usual where nothing is noted of it', () => {
    assert.deepEqual(stateOf({}), { deleted: false, correctedBy: null, count: 1 })
  })

  it('is whether it is deleted, how often it was stored, and what corrected its content', () => {
    const corrected = overlay({ content: [] }, { content: 'o9' })
    assert.deepEqual(stateOf({ deleted: true, observationCount: 3, overlay: corrected }), {
      ...{ deleted: true, correctedBy: 'o9', count: 3 },
    })
  })

  it('is not changed by a correction of something else', () => {
    assert.equal(stateOf({ overlay: overlay({ model: 'x' }, { model: 'o9', content: 'o8' }) }).correctedBy, null)
    assert.equal(stateOf({ overlay: null }).correctedBy, null)
  })
})
