// Takes long: tens of thousands of conversations.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { plainSeal } from '../../../src/domain/access/keyedDigest.ts'
import { createFindings } from '../../../src/formats/findings.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import type { Reading } from '../../../src/formats/plan.ts'
import { memoryScratch, type Scratch } from '../../../src/formats/scratch.ts'
import { openScratch } from '../../../src/storage/scratch.ts'
import { heapAfterCollection } from '../../support/heap.ts'

async function readingOf(format: string, file: string, scratch: Scratch = memoryScratch()): Promise<Reading> {
  const options = { scratch, findings: createFindings(), conversationId: null, seal: plainSeal }
  const stored = () => Promise.resolve([])
  const reading = await formatNamed(format)?.read?.(bytesSource('f.jsonl', Buffer.from(file)), { ...options, stored })
  assert.ok(reading)
  return reading
}

/** A message of OpenAssistant by its tree, which is its conversation. */
const message = (tree: string, id: string) => ({ message_id: id, message_tree_id: tree, text: id, role: 'prompter' })
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Reads through a file of so many trees of one message; the file itself is let go. */
async function readTrees(count: number, scratch: Scratch): Promise<Pick<Reading, 'counts' | 'lineOwners'>> {
  const trees = Array.from({ length: count }, (_, at) => message(`tree-${at}`, `message-${at}`))
  const reading = await readingOf('OASST', lines(trees), scratch)
  for await (const items of reading.items()) assert.ok(items.length >= 0)
  return reading
}

async function lastPieces(reading: Reading): Promise<string[]> {
  const told: string[] = []
  for await (const { conversationId, number, isLast } of reading.ownedLines())
    told.push(`${conversationId}${number}${isLast ? '.' : ''}`)
  return told
}

describe('a file of many conversations', () => {
  const scattered = ['a', 'b', 'a', 'c', 'b', 'a'].map((tree, at) => message(tree, `m${at}`))

  it('says of the last line of each that it is the last one', async () => {
    const reading = await readingOf('OASST', lines(scattered))
    assert.deepEqual([...reading.lineOwners()], ['a', 'b', 'c'])
    const expected = ['a1', 'b1', 'a2', 'c1.', 'b2.', 'a3.']
    assert.deepEqual(await lastPieces(reading), expected)
    const items: string[] = []
    for await (const some of reading.items())
      for (const item of some)
        if (item.kind === 'line') items.push(`${item.conversationId}${item.number}${item.isLast ? '.' : ''}`)
    assert.deepEqual(items, expected)
  })

  it('knows one by its values, wherever in the file they stand', async () => {
    const values = scattered.map((value) => JSON.stringify(value))
    const reading = await readingOf('OASST', `[${values.join(', ')}]`)
    for (const [tree, at] of [
      ['a', [0, 2, 5]],
      ['b', [1, 4]],
      ['c', [3]],
    ] as const) {
      const digest = createHash('sha256')
        .update(at.map((i) => values[i]).join(''))
        .digest('hex')
      assert.equal(reading.identityOf?.(tree), digest)
    }
    assert.deepEqual(await lastPieces(reading), ['a1', 'b1', 'a2', 'c1.', 'b2.', 'a3.'])
  })

  it('calls two by one name where the file does, and has one owner for both', async () => {
    const unnamed = { conversations: [{ from: 'human', value: 'hello' }] }
    const first = await readingOf('SHAREGPT', lines([unnamed, unnamed]))
    const [begin, second = ''] = first.lineOwners()
    const reading = await readingOf('SHAREGPT', lines([unnamed, unnamed, { ...unnamed, id: second }]))
    assert.deepEqual([...reading.lineOwners()], [begin, second])
    assert.deepEqual(await lastPieces(reading), [`${begin}1.`, `${second}1`, `${second}2.`])
  })

  it('holds next to nothing of each in memory', { timeout: 300_000 }, async () => {
    const held = async (count: number) => {
      const scratch = openScratch(500)
      const before = await heapAfterCollection()
      const reading = await readTrees(count, scratch)
      const after = await heapAfterCollection()
      assert.equal(reading.counts.nodes, count)
      scratch.close()
      return after - before
    }
    await held(13_000)
    const each: number[] = []
    for (let round = 0; round < 3; round++) {
      const few = await held(3000)
      each.push(((await held(13_000)) - few) / 10_000)
    }
    // One round in a while holds megabytes of code that V8 has just compiled.
    const [, median = Infinity] = each.sort((a, b) => a - b)
    // Of that the file itself has about 100.
    assert.ok(median < 250, `${each.join(', ')} bytes`)
  })
})
