import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../src/domain/model.ts'
import { candidates } from '../../../src/formats/recognise.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { formats } from '../../../src/formats/index.ts'
import { linesOf, planOf, type Plan } from '../../support/plans.ts'

const header = {
  user_name: 'Me',
  character_name: 'Ada',
  create_date: '2026-1-1@10h00m00s',
  chat_metadata: { note_prompt: '' },
}
let second = 0
const says = (mes: string, isUser: boolean, more: JsonObject = {}): JsonObject => ({
  name: isUser ? 'Me' : 'Ada',
  is_user: isUser,
  is_system: false,
  send_date: `2026-01-01T10:00:${String(second++ % 60).padStart(2, '0')}Z`,
  mes,
  extra: {},
  ...more,
})
const chat = (...messages: readonly JsonObject[]) => linesOf([header, ...messages])
const read = (text: string, fileName = 'Ada - 2026.jsonl') => planOf('SILLYTAVERN', text, { fileName })

/** The tree by what nodes say: `text<text above`. */
function tree({ nodes, said }: Plan): string {
  const names = new Map(nodes.map(({ externalId }, i) => [externalId, said[i]?.replace(/^\w+ /, '') ?? '']))
  return nodes
    .map(({ externalId, parent }) => [names.get(externalId), ...(parent === null ? [] : [names.get(parent)])].join('<'))
    .join(' ')
}
const headOf = ({ nodes, heads, said }: Plan) =>
  said[nodes.findIndex(({ externalId }) => externalId === heads.at(-1)?.externalId)]

describe('a chat of SillyTavern', () => {
  const swiped = says('b', false, {
    swipe_id: 1,
    swipes: ['a', 'b', 'c'],
    swipe_info: [{ send_date: '2026-01-01T09:00:00Z', extra: { model: 'm1', reasoning: 'hm' } }, {}, {}],
  })

  it('has the swipes of a message side by side, and what follows below the one that is shown', async () => {
    const plan = await read(chat(says('hi', true), swiped, says('on', true)))
    assert.equal(tree(plan), 'hi (hm) a<hi b<hi c<hi on<b')
    assert.equal(headOf(plan), 'USER on')
    assert.deepEqual([plan.counts.roots, plan.counts.leaves, plan.counts.branchPoints], [1, 3, 1])
    assert.deepEqual(
      [plan.nodes[1]?.draft.model, plan.nodes[1]?.draft.observedAt],
      ['m1', '2026-01-01T09:00:00.000000000Z'],
    )
    assert.equal(headOf(await read(chat(says('hi', true), swiped))), 'ASSISTANT b')
  })
  it('believes a message that says something else than its swipe, and says so', async () => {
    const plan = await read(chat({ ...swiped, mes: 'B!' }))
    assert.deepEqual([plan.said.slice(1), plan.codes], [['ASSISTANT B!', 'ASSISTANT c'], '2:EDITED_VERSION'])
    const without = await read(chat({ ...swiped, swipe_id: 9, mes: 'c' }))
    assert.deepEqual([headOf(without), without.codes], ['ASSISTANT c', ''])
    const further = await read(chat({ ...swiped, swipe_id: null, mes: 'd' }))
    assert.deepEqual([headOf(further), further.nodes.length], ['ASSISTANT d', 4])
  })
  it('gives a message the same id whichever of its swipes is shown, and when it gets the first ones', async () => {
    const ids = async (message: JsonObject) => (await read(chat(message))).nodes.map(({ externalId }) => externalId)
    const date = '2026-01-02T00:00:00Z'
    const [one] = await ids(says('a', false, { send_date: date }))
    const info = [{ send_date: date }, { send_date: '2026-01-03T00:00:00Z' }]
    const shown = (at: number, mes: string) =>
      ids(
        says(mes, false, { send_date: info[at]?.send_date ?? '', swipe_id: at, swipes: ['a', 'b'], swipe_info: info }),
      )
    const both = await shown(1, 'b')
    assert.deepEqual([both[0], both], [one, await shown(0, 'a')])
    assert.equal(new Set(await ids(says('a', false, { swipe_id: 0, swipes: ['a', 'a', 'a'] }))).size, 3)
  })
  it('knows who speaks, and takes what is hidden from the model for a note', async () => {
    const lines = [
      says('q', true),
      says('x', false, { is_system: true }),
      says('It rains.', false, { is_system: true, extra: { type: 'narrator' } }),
      says('a', false, { name: 'Bob' }),
      says('y', false, { is_system: true }),
    ]
    const plan = await read(linesOf([{ chat_metadata: {}, user_name: 'unused', character_name: 'unused' }, ...lines]))
    assert.deepEqual(plan.said, ['USER q', 'NOTE', 'SYSTEM It rains.', 'ASSISTANT a', 'NOTE'])
    assert.deepEqual([headOf(plan), plan.nodes[3]?.draft.fields['name'], plan.counts.roots], ['ASSISTANT a', 'Bob', 1])
    assert.deepEqual((await read(linesOf(lines))).said, plan.said)
  })
  it('reads its times in four ways', async () => {
    const at = async (send_date: JsonObject[string]) => {
      const plan = await read(chat(says('x', true, { send_date })))
      return [plan.nodes[0]?.draft.observedAt ?? null, plan.codes]
    }
    assert.deepEqual(await at('June 9, 2023 4:13pm'), ['2023-06-09T16:13:00.000000000Z', ''])
    assert.deepEqual(await at('June 9, 2023 12:03am'), ['2023-06-09T00:03:00.000000000Z', ''])
    assert.deepEqual(await at('2023-6-19 @16h 13m 09s 123ms'), ['2023-06-19T16:13:09.123000000Z', ''])
    assert.deepEqual(await at('2023-6-19@16h13m9s'), ['2023-06-19T16:13:09.000000000Z', ''])
    assert.deepEqual(await at('2026-01-01T00:00:00.5+01:00'), ['2025-12-31T23:00:00.500000000Z', ''])
    assert.deepEqual(await at(1_687_191_189_123), ['2023-06-19T16:13:09.123000000Z', ''])
    for (const none of ['yesterday', 'Juni 9, 2023 4:13pm', 'June 99, 2023 4:13pm', null])
      assert.deepEqual(await at(none), [null, '2:NO_TIMESTAMP'], String(none))
  })
  it('has thoughts, files by their names, and how long an answer took', async () => {
    const extra = {
      model: 'm',
      api: 'openai',
      reasoning: 'hm',
      image: 'user/images/p.png',
      files: [{ url: '/f/n.txt', name: 'n.txt' }],
      media: [{ url: 'data:image/png;base64,iVBORw0KGgo=', type: 'image' }],
    }
    const plan = await read(
      chat(says('a', false, { extra, gen_started: '2026-01-01T00:00:00Z', gen_finished: '2026-01-01T00:00:02.5Z' })),
    )
    const { draft } = plan.nodes[0] ?? assert.fail()
    assert.deepEqual(
      draft.blocks.map(({ type }) => type),
      ['thinking', 'text', 'attachment', 'attachment', 'attachment'],
    )
    assert.deepEqual(
      draft.files?.map(({ fileName, byteSize }) => [fileName, byteSize]),
      [
        ['p.png', null],
        ['n.txt', null],
        [null, 8],
      ],
    )
    assert.deepEqual(
      [draft.model, draft.metadata, draft.fields['extra']],
      ['m', { durationMs: 2500 }, { api: 'openai' }],
    )
  })
  it('is called as its file, and its character where that does not say who', async () => {
    const named = async (fileName: string) => (await read(chat(says('a', true)), fileName)).conversations
    assert.deepEqual(await named('Ada - 2026.jsonl'), ['Ada - 2026'])
    assert.deepEqual(await named('Branch #2 - now.jsonl'), ['Ada - Branch #2 - now'])
  })
  it('has greetings side by side, of which none is out of reach', async () => {
    const plan = await read(chat(swiped, says('hi', true)))
    assert.deepEqual([plan.counts.roots, plan.counts.leaves, plan.counts.reachable], [3, 3, 1])
  })
  it('keeps lines that are no messages where they stand', async () => {
    const plan = await read(chat(says('a', true), { odd: 1 }, says('b', false)))
    assert.deepEqual(
      [plan.said, plan.codes, plan.counts.roots],
      [['USER a', 'NOTE', 'ASSISTANT b'], '3:UNKNOWN_TYPE', 1],
    )
  })
  it('is told by its first line or by its messages, before lists of messages', async () => {
    const first = async (text: string) =>
      (await candidates(bytesSource('x', Buffer.from(text)), null, formats)).formats[0]?.name
    assert.equal(await first(chat(says('a', true))), 'SILLYTAVERN')
    assert.equal(await first(linesOf([says('a', true, { role: 'user', content: 'a' })])), 'SILLYTAVERN')
    assert.equal(await first(linesOf([{ role: 'user', content: 'a' }])), 'PLAIN')
  })
})
