import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { titleStream } from '../../../src/adapters/assistantUi/titleStream.ts'

async function chunksOf(title: string): Promise<object[]> {
  const chunks: object[] = []
  for await (const chunk of titleStream(title)) chunks.push(chunk)
  return chunks
}

describe('a title as the stream of an answer', () => {
  it('is one part of text with the whole title in it, and ends', async () => {
    assert.deepEqual(await chunksOf('Né 😀'), [
      { type: 'part-start', path: [], part: { type: 'text' } },
      { type: 'text-delta', path: [0], textDelta: 'Né 😀' },
      { type: 'part-finish', path: [0] },
    ])
  })

  it('is empty where there is no title', async () => {
    assert.deepEqual(await chunksOf(''), [])
  })
})
