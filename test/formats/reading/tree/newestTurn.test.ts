import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../../../src/domain/model.ts'
import { headOf, NewestTurn } from '../../../../src/formats/reading/tree/newestTurn.ts'
import { note, turn } from '../../../../src/formats/reading/tree/drafts.ts'
import { planOf } from '../../../support/plans.ts'
import { describeOnce } from '../../../support/stores.ts'

const at = (second: number) => `2026-07-01T10:00:0${second}.000000000Z`
const says = (text: string, second: number, role: 'USER' | 'SYSTEM' = 'USER') =>
  turn(role, [{ type: 'text', text }], { observedAt: at(second) })

/** Where a plan says that its conversation stands. */
async function headIn(format: string, file: JsonObject | JsonObject[]): Promise<string | undefined> {
  const { heads, nodes } = await planOf(format, JSON.stringify(file))
  const id = heads.at(-1)?.externalId
  return nodes.find(({ externalId }) => externalId === id)?.turnId ?? undefined
}

describeOnce('the newest turn of a tree', () => {
  it('is one that says something: no note, no settings, nothing blank', () => {
    const newest = new NewestTurn()
    newest.take('a', says('first', 1))
    newest.take('c', says('newer', 3))
    newest.take('b', says('older', 2))
    newest.take('s', says('set', 5, 'SYSTEM'))
    newest.take('e', says(' ', 6))
    newest.take('n', note({}, { observedAt: at(7) }))
    assert.equal(newest.id, 'c')
    newest.take('d', says('as new, and later in the file', 3))
    assert.equal(newest.id, 'd')
  })

  it('is the head where the file names none, or one that it has not', () => {
    const heads = (named: string | null, newest: string | null) =>
      [...headOf(named, newest, (id) => id === 'here')].map(({ id }) => id)
    assert.deepEqual(heads(null, 'n'), ['n'])
    assert.deepEqual(heads('here', 'n'), ['here'])
    assert.deepEqual(heads('gone', 'n'), ['n', 'gone'])
    assert.deepEqual(heads(null, null), [])
  })

  const said = (id: string, parent: string | null, role: string, text: string, seconds: number) => ({
    id,
    parent,
    children: [],
    message: {
      id,
      author: { role },
      create_time: 1_780_000_000 + seconds,
      content: { content_type: 'text', parts: [text] },
    },
  })
  const mapping = {
    u: said('u', null, 'user', 'go', 1),
    a: said('a', 'u', 'assistant', 'new', 9),
    b: said('b', 'u', 'assistant', 'old', 2),
    e: said('e', 'u', 'assistant', '', 10),
  }
  it('is where a conversation of ChatGPT stands that names no node, or one that is gone', async () => {
    assert.equal(await headIn('CHATGPT', [{ conversation_id: 'c', mapping }]), 'a')
    assert.equal(await headIn('CHATGPT', [{ conversation_id: 'c', mapping, current_node: 'b' }]), 'b')
    assert.equal(await headIn('CHATGPT', [{ conversation_id: 'c', mapping, current_node: 'gone' }]), 'a')
  })

  const chat = (id: string, parentId: string | null, role: string, content: string, timestamp: number) => ({
    id,
    parentId,
    childrenIds: [],
    role,
    content,
    timestamp,
  })
  const messages = {
    u: chat('u', null, 'user', 'go', 1_780_000_001),
    a: chat('a', 'u', 'assistant', 'new', 1_780_000_009),
    b: chat('b', 'u', 'assistant', 'old', 1_780_000_002),
  }
  it('is where a chat of Open WebUI stands that names none', async () => {
    const history = (currentId: string | null) => [{ id: 'w', title: 't', chat: { history: { messages, currentId } } }]
    assert.equal(await headIn('OPEN_WEBUI', history(null)), 'a')
    assert.equal(await headIn('OPEN_WEBUI', history('b')), 'b')
  })
})
