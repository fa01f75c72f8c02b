import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  checkNeoId,
  isMeta,
  isRecord,
  isTurn,
  neoFileOf,
  neoIdOf,
  neoSiblings,
  nthKey,
  storedFileOf,
  turnKey,
} from '../../../src/formats/neo/files.ts'

describe('the files of a Neo conversation', () => {
  const names = ['d/c.json', 'c.archive.jsonl', 'c.JSONL', 'd\\c.meta.json', 'c']

  it('are told by their names, whatever folder they lie in', () => {
    assert.deepEqual(
      names.map((name) => neoFileOf(name, 'HOT')),
      ['JSON', 'ARCHIVE', 'HOT', 'META', 'HOT'],
    )
    assert.deepEqual([neoFileOf(null, 'META'), neoFileOf('c.txt', 'JSON')], ['META', 'JSON'])
  })

  it('give their conversation its id, and stand in one order', () => {
    assert.deepEqual(names.map(neoIdOf), Array(5).fill('c'))
    assert.deepEqual([neoIdOf(null), neoIdOf('.json')], [null, null])
    assert.deepEqual(
      names.map((name) => neoSiblings(name).rank),
      [0, 1, 2, 3, 2],
    )
    assert.deepEqual(new Set(names.map((name) => neoSiblings(name).stem)), new Set(['c']))
  })

  it('have an id that names something and leads out of no folder', () => {
    assert.equal(checkNeoId('a.b-né'), 'a.b-né')
    for (const id of ['', ' \t']) assert.throws(() => checkNeoId(id), { code: 'BAD_INPUT', facts: { id } })
    for (const id of ['a/b', 'a\\b', '..', 'a..b'])
      assert.throws(() => checkNeoId(id), { code: 'BAD_INPUT', facts: { id } })
  })

  it('are known again by their source where they are stored', () => {
    const files = ['NEO_JSON:c', 'NEO_JSONL:c', 'NEO_JSONL:ARCHIVE', 'NEO_JSONL:META', 'CODEX:c']
    assert.deepEqual(
      files.map((source) => storedFileOf({ source })),
      ['JSON', 'HOT', 'ARCHIVE', 'META', null],
    )
  })
})

describe('a value of a Neo file', () => {
  const turn = { role: 'user', text: 'hi' }

  it('is a turn by its role and text, unless it is a message of another system', () => {
    assert.deepEqual([turn, { ...turn, content: 'a' }, { ...turn, message_id: 1 }, { role: 'user' }].map(isTurn), [
      true,
      false,
      false,
      false,
    ])
  })

  it('is a conversation by its id and its list of turns', () => {
    const record = { conversation_id: 'c', turns: [] }
    assert.deepEqual([record, { turns: [] }, { conversation_id: 'c' }, { ...record, mapping: {} }].map(isRecord), [
      true,
      false,
      false,
      false,
    ])
  })

  it('is a sidecar by its own members, and in a file of that name by any member of one', () => {
    assert.deepEqual([isMeta({ title: 't' }, 'c.meta.json'), isMeta({ title: 't' }, 'c.json')], [true, false])
    assert.deepEqual([isMeta({ forked_from: 'c' }, null), isMeta({ ...turn, forked_from: 'c' }, null)], [true, false])
    assert.equal(isMeta({ forked_from: 'c', turns: [] }, 'c.meta.json'), false)
  })
})

describe('what a turn is known by', () => {
  it('is its role, text, intent and moment, in whatever zone that is written', () => {
    const turn = { role: 'user', text: 'hi', ts: '2026-01-01T00:00:00Z' }
    assert.equal(turnKey(turn), turnKey({ ...turn, ts: '2026-01-01T01:00:00+01:00', other: 1 }))
    assert.equal(turnKey(turn), turnKey({ ...turn, intent_id: null }))
    for (const other of [
      { role: 'agent' },
      { text: 'ho' },
      { intent_id: 'i' },
      { ts: '2026-01-01T00:00:01Z' },
      { ts: 'x' },
    ])
      assert.notEqual(turnKey(turn), turnKey({ ...turn, ...other }))
  })

  it('is another one for each of equal turns', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 })),
        (all) => new Set(all.map((n) => nthKey('k', n))).size === all.length,
      ),
    )
    assert.equal(nthKey('k', 1), 'k')
  })
})
