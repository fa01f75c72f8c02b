import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  blocksWithoutNames,
  embedsOne,
  messageWithoutNames,
  namesOf,
  withoutNames,
  withoutTraces,
} from '../../../src/domain/erasure/attachmentTraces.ts'
import { firstOf } from '../../../src/domain/messages/messageSnapshot.ts'
import type { Block, JsonObject, Observation } from '../../../src/domain/model.ts'
import { unplaced } from '../../support/tree/drawing.ts'

const [gone, stays] = ['a'.repeat(64), 'b'.repeat(64)]
const ids = new Set([gone])
const attachment = (attachmentId: string, fileName: string): Block => ({ type: 'attachment', attachmentId, fileName })
const observation = (blocks: readonly Block[], fields: JsonObject = {}): Observation => ({
  ...unplaced('o', { blocks }),
  fields,
  salt: 'f',
})
const base64 = Buffer.from('the bytes of the file').toString('base64')
const traces = { names: ['plan.md'], contents: [base64] }
const cut = (line: string) => Buffer.from(withoutTraces(Buffer.from(line), traces, 'e1')).toString()

describe('the names of attachments', () => {
  const both = observation([attachment(gone, 'plan.md'), attachment(stays, 'other.md'), attachment(gone, 'plan.md')])

  it('are those that blocks and corrections have for them, each once', () => {
    assert.deepEqual(namesOf(both, ids), ['plan.md'])
    assert.deepEqual(namesOf(observation([], { content: [{ attachmentId: gone, fileName: 'p2.md' }] }), ids), ['p2.md'])
    assert.deepEqual(namesOf(observation([{ type: 'text', text: 'plan.md' }]), ids), [])
    assert.deepEqual([embedsOne(both, ids), embedsOne(observation([attachment(stays, 'o')]), ids)], [true, false])
    assert.ok(embedsOne(observation([], { content: [{ attachmentId: gone }] }), ids))
  })

  it('leave an observation, which says by what, and no others', () => {
    const left = withoutNames(both, ids, 'e1', null)
    assert.deepEqual(left.blocks, blocksWithoutNames(both.blocks, ids))
    assert.deepEqual(left.blocks, [
      { type: 'attachment', attachmentId: gone },
      attachment(stays, 'other.md'),
      { type: 'attachment', attachmentId: gone },
    ])
    assert.deepEqual([left.namesErased, left.salt, left.contentHash], ['e1', null, both.contentHash])
    assert.equal(withoutNames(left, ids, 'e2', null), left, 'once they are gone nothing changes')
    const again = withoutNames({ ...both, namesErased: 'e0' }, ids, 'e1', null)
    assert.equal(again.namesErased, 'e0')
  })

  it('leave what its file says besides, with the bytes', () => {
    const other = observation([], { path: '/home/me/plan.md', raw: { data: base64, n: 1 } })
    const left = withoutNames(other, ids, 'e1', traces)
    assert.deepEqual(left.fields, { path: '/home/me/', raw: { data: '', n: 1 } })
    assert.equal(withoutNames(other, ids, 'e1', null), other)
  })

  it('leave what corrections made of a message', () => {
    const message = firstOf(both, 't', null)
    assert.equal(messageWithoutNames(message, ids), message)
    const overlay = { fields: { content: [attachment(gone, 'plan.md') as JsonObject] }, provenance: {}, at: '' }
    const fields = messageWithoutNames({ ...message, overlay }, ids).overlay?.fields
    assert.deepEqual(fields, { content: [{ type: 'attachment', attachmentId: gone }] })
  })
})

describe('a raw line', () => {
  it('loses names as whole texts or at the end of a path, and the bytes anywhere', () => {
    const line = { a: 'plan.md', b: '/x/plan.md', c: 'C:\\plan.md', d: 'myplan.md', e: `data:${base64}` }
    assert.deepEqual(JSON.parse(cut(JSON.stringify(line))), {
      a: '',
      b: '/x/',
      c: 'C:\\',
      d: 'myplan.md',
      e: 'data:',
      turngraphCut: 'e1',
    })
  })

  it('without traces stays the same bytes', () => {
    const bytes = Buffer.from('{ "a" :  "plan.mdx" }\r\n')
    assert.equal(withoutTraces(bytes, traces, 'e1'), bytes)
    assert.equal(withoutTraces(bytes, { names: [], contents: ['plan'] }, 'e1'), bytes, 'a short content says little')
  })

  it('of which an attachment was cut out keeps the end of its line', () => {
    for (const end of ['', '\n', '\r\n']) assert.ok(cut(`"plan.md"${end}`) === `""${end}`, JSON.stringify(end))
  })

  it('that is a part of a JSON value loses them too', () => {
    assert.equal(cut(`  "file": "plan.md", "data": "${base64}",\n`), '  "file": "", "data": "",\n')
    assert.equal(cut('  "file": "/x/plan.md",\n'), '  "file": "/x/",\n')
    assert.equal(cut('  "file": "myplan.md",\n'), '  "file": "myplan.md",\n')
  })
})
