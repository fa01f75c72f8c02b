import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { drawn, type Drawn } from '../../../bench/support/formatFiles.ts'
import { stepsAtOnce } from '../../../src/formats/breaths.ts'
import { newestLeaf } from '../../../src/formats/reading/long/newestLeaf.ts'
import { linkedTree, parentsOf, treeOrder } from '../../../src/formats/reading/tree/treeOrder.ts'
import { planOf } from '../../support/plans.ts'

const pieces = 2_000

/** Returns how often others had their turn while something was done. */
async function turnsWhile(work: () => Promise<{ readonly nodes: readonly unknown[] }>) {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { nodes } = await work()
  clearImmediate(next)
  return { turns, nodes: nodes.length }
}

// Short, so that it is no turn of the file's own pieces that is counted.
const shortened = (piece: string) =>
  piece.replaceAll(/(Some words that are said again and again, as people and models do\. )+/g, 'w')
const fileOf = ({ head = '', piece, between = '', tail = '' }: Drawn) =>
  head + Array.from({ length: pieces }, (_, i) => shortened(piece(i))).join(between) + tail

/** Conversations of which one map has all nodes. */
const mapped: Readonly<Record<string, Drawn>> = {
  CHATGPT: {
    head: '[{"id":"c","title":"t","mapping":{',
    piece: (i) =>
      `"n${i}":${JSON.stringify({ ...linked(i), message: { author: { role: i % 3 === 0 ? 'user' : 'tool' }, content: { content_type: 'text', parts: [i] } } })}`,
    between: ',',
    tail: '}}]',
  },
  DEEPSEEK: {
    head: '[{"id":"c","title":"t","inserted_at":"2026-01-01T00:00:00Z","mapping":{',
    piece: (i) =>
      `"n${i}":${JSON.stringify({ ...linked(i), message: { fragments: [{ type: i % 2 === 0 ? 'REQUEST' : 'RESPONSE', content: 'w' }] } })}`,
    between: ',',
    tail: '}}]',
  },
}
const linked = (i: number) => ({ id: `n${i}`, parent: i === 0 ? null : `n${i - 1}`, children: [`n${i + 1}`] })

describe('whatever else waits has its turn while a long file is read, of', () => {
  for (const [format, file] of Object.entries(drawn))
    it(format, async () => {
      const { turns, nodes } = await turnsWhile(() => planOf(format, fileOf(file)))
      assert.ok(nodes >= pieces / 2, String(nodes))
      // Once while it is surveyed, once while it is planned.
      assert.ok(turns >= Math.floor((2 * nodes) / stepsAtOnce) - 2, `${turns} turns for ${nodes} nodes`)
    })
})

describe('a long list of one value is never walked to its end without a rest, of', () => {
  const isOneValue = ({ head = '', tail = '' }: Drawn) => head !== '' && tail !== ''
  // One of ChatGPT's pieces is a conversation.
  const lists = Object.entries(drawn).filter(([format, file]) => isOneValue(file) && format !== 'CHATGPT')
  const files = [...lists, ...Object.entries(mapped)]
  for (const [format, file] of files)
    it(`${format}${file === mapped[format] ? ', as a map' : ''}`, async () => {
      let most = 0
      let read = 0
      const parse = JSON.parse
      const counted = mock.method(JSON, 'parse', (text: string) => {
        most = Math.max(most, ++read)
        return parse(text) as unknown
      })
      const begin = () => {
        read = 0
        next = setImmediate(begin)
      }
      let next = setImmediate(begin)
      const { nodes } = await planOf(format, fileOf(file), { longFrom: 1 })
      clearImmediate(next)
      counted.mock.restore()
      assert.ok(nodes.length >= pieces / 2, String(nodes.length))
      assert.ok(most >= 2, 'elements are read one by one')
      assert.ok(most <= 4 * stepsAtOnce, `${most} of ${pieces} elements were read between two turns of others`)
    })
})

describe('work on a tree rests once in so many small steps:', () => {
  const rested = (work: Iterable<unknown>) => [...work].length
  const ids = Array.from({ length: pieces }, (_, i) => `n${i}`)
  const oneRow = ids.map((id, i) => ({ id, parent: ids[i - 1] ?? null, children: [] }))
  const oneFan = ids.map((id, i) => ({ id, parent: i === 0 ? null : 'n0', children: i === 0 ? ids : [] }))
  const circle = ids.map((id, i) => ({ id, parent: ids[i - 1] ?? 'n3999', children: [] }))
  const backwards = ids.map((id, i) => ({ id, parent: null, children: i === 0 ? [] : [ids[i - 1] ?? ''] }))
  for (const [name, places] of Object.entries({
    'a row': oneRow,
    'a fan': oneFan,
    'a circle': circle,
    'a row that parents alone name': backwards,
  }))
    it(`its parents and its order, of ${pieces} nodes as ${name}`, () => {
      const passes = (count: number) => Math.floor((count * pieces) / stepsAtOnce)
      assert.ok(rested(parentsOf(places)) >= passes(2))
      assert.ok(rested(treeOrder(places)) >= passes(4))
    })

  it('the search for its newest leaf', () => {
    const places = oneRow.map((place) => ({ ...place, at: null }))
    assert.ok(rested(newestLeaf(places)) >= Math.floor((2 * pieces) / stepsAtOnce))
  })

  it('the walk over a map of which no value is a node', () => {
    const nothing = { keys: () => ids, get: () => null }
    assert.ok(
      rested(linkedTree(nothing, { parent: 'parent', children: 'children' })) >= 2 * Math.floor(pieces / stepsAtOnce),
    )
  })
})
