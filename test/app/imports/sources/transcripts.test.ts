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
    assert.deepEqual(
      transcripts.map(({ member: { name } }) => name),
      ['z.jsonl', 'z/conversations.json'],
    )
  })

  it('are looked for in a bounded number of files that are only called as pieces of sessions', async () => {
    for (const value of [{}, { id: 'another', sessionID: 's' }]) {
      opened = 0
      const called = (i: number) => member(`${['ses', 'msg', 'prt'][i % 3]}_${i}.json`, JSON.stringify(value))
      const members = Array.from({ length: mostWithout + 50 }, (_, i) => called(i))
      const { transcripts, unopened } = await transcriptsIn({ members })
      assert.deepEqual([transcripts.length, unopened], [0, 50])
      assert.ok(opened <= 4 * mostWithout, `${opened} times opened`)
    }
  })

  it('are sessions of any number of pieces, each opened once, whatever else is there', async () => {
    opened = 0
    const piece = (id: string, more: object) => member(`storage/${id}.json`, JSON.stringify({ id, ...more }))
    const parts = Array.from({ length: 2 * mostWithout }, (_, i) =>
      piece(`prt_${i}`, { sessionID: 'ses_1', messageID: 'msg_1', type: 'text', text: 'hi' }),
    )
    const pieces = [piece('ses_1', { title: 'T' }), piece('msg_1', { sessionID: 'ses_1', role: 'user' }), ...parts]
    const found = await transcriptsIn({ members: pieces })
    assert.equal(opened, pieces.length)
    const beside = await transcriptsIn({ members: [...others(mostWithout + 1), ...pieces] })
    for (const { transcripts } of [found, beside])
      assert.deepEqual(
        transcripts.map(({ format, member: { name } }) => [format?.name, name]),
        [['OPENCODE', 'storage/ses_1.json']],
      )
    assert.deepEqual([found.unopened, beside.unopened], [0, 1])
  })

  it('are of the format whose marks they show, though they are called as pieces of sessions', async () => {
    const { transcripts } = await transcriptsIn({
      members: [
        member('ses_1.json', '{"id":"x","mapping":{"a":{"id":"a","parent":null,"children":[],"message":null}}}'),
      ],
    })
    assert.deepEqual(
      transcripts.map(({ format }) => format?.name),
      ['CHATGPT'],
    )
  })
})
