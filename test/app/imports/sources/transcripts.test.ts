import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mostWithout, transcriptsIn } from '../../../../src/app/imports/sources/transcripts.ts'

const session = JSON.stringify({ role: 'user', text: 'hi', ts: '2026-01-01T00:00:00Z' })
let opened = 0
const member = (name: string, text: string) => ({
  name,
  byteSize: text.length,
  async *open() {
    opened++
    yield Buffer.from(text)
  },
})
const others = (count: number, ending = 'json') =>
  Array.from({ length: count }, (_, i) => member(`f${i}.${ending}`, '{}'))

describe('the transcripts of an archive', () => {
  it('are looked for in a bounded number of files without marks, and the rest is counted', async () => {
    opened = 0
    const { transcripts, unopened } = await transcriptsIn({ members: others(mostWithout + 50) })
    assert.deepEqual([transcripts.length, unopened], [0, 50])
    assert.ok(opened <= 3 * mostWithout, `${opened} times opened`)
  })

  it('are found behind as many files that are called otherwise, and behind any number where they are named', async () => {
    const conversations = member('z/conversations.json', '[{"mapping":{}}]')
    const members = [...others(mostWithout, 'png'), member('z.jsonl', `${session}\n`), conversations]
    const { transcripts } = await transcriptsIn({ members })
    assert.deepEqual(transcripts.map(({ member: { name } }) => name), ['z.jsonl', 'z/conversations.json']) // prettier-ignore
  })
})
