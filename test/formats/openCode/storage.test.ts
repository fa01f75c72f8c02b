import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import type { Member } from '../../../src/formats/archive.ts'
import { isPieceName, sessionsIn } from '../../../src/formats/openCode/storage.ts'
import { planOf } from '../../support/plans.ts'

function piece(name: string, value: JsonObject): Member {
  const bytes = Buffer.from(JSON.stringify(value))
  return {
    name: `storage/${name}.json`,
    byteSize: bytes.length,
    async *open() {
      yield bytes
    },
  }
}
const contentOf = (member: Member | undefined) => text(member?.open() ?? piece('none', {}).open())
const created = 1_767_261_600_000
const session = piece('session/p/ses_1', {
  id: 'ses_1',
  projectID: 'p',
  title: 'T',
  directory: '/w',
  time: { created },
})
const message = (id: string, role: string, more: JsonObject = {}) =>
  piece(`message/ses_1/${id}`, { id, sessionID: 'ses_1', role, time: { created }, ...more })
const part = (id: string, messageID: string, said: string) =>
  piece(`part/${messageID}/${id}`, { id, sessionID: 'ses_1', messageID, type: 'text', text: said })
const all = [
  part('prt_3', 'msg_2', 'yes'),
  part('prt_2', 'msg_1', 'you there?'),
  message('msg_2', 'assistant', { modelID: 'm' }),
  part('prt_1', 'msg_1', 'are'),
  message('msg_1', 'user'),
  session,
]

describe('the storage of OpenCode', () => {
  it('is named by the ids of its pieces', () => {
    const names = [
      'storage/session/p/ses_1.json',
      'a\\msg_1.json',
      'prt_1.json',
      'ses_1.jsonl',
      'storage/migration',
      'x/prt_1/a.json',
    ]
    assert.deepEqual(names.map(isPieceName), [true, true, true, false, false, false])
  })
  it('has sessions as their exports would be, in any order of the pieces', async () => {
    for (const members of [all, [...all].reverse()]) {
      const [one, ...others] = await sessionsIn(members)
      assert.deepEqual([one?.name, others], ['storage/session/p/ses_1.json', []])
      const plan = await planOf('OPENCODE', await contentOf(one))
      assert.deepEqual(
        [plan.conversations, plan.said, plan.codes],
        [['ses_1'], ['USER are you there?', 'ASSISTANT yes'], ''],
      )
    }
  })
  it('tells of messages that are not there, and reads the others', async () => {
    const left = all.filter(({ name }) => !/ses_1\.json|msg_2\.json/.test(name))
    const [one] = await sessionsIn([...left, piece('part/x/prt_9', { id: 'prt_9' }), piece('message/x/msg_9', {})])
    assert.equal(one?.name, 'ses_1.json')
    const plan = await planOf('OPENCODE', await contentOf(one))
    assert.deepEqual(
      [plan.conversations, plan.said, plan.codes],
      [['ses_1'], ['USER are you there?'], '1:MISSING_MESSAGE'],
    )
  })
})
