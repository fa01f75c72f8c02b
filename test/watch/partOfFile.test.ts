import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { partOfFile } from '../../src/watch/partOfFile.ts'
import fc from '../support/properties.ts'
import { newPath } from '../storage/sqlite/folder.ts'

const path = newPath('session.jsonl')
async function read(end: number): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of partOfFile(path, 'session.jsonl', end).open()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
const sliced = async (end: number, offset: number, length: number) =>
  Buffer.from(await partOfFile(path, 'n', end).slice(offset, length)).toString()

describe('a part of a file', () => {
  it('is its first bytes; what is appended meanwhile is not seen', async () => {
    writeFileSync(path, 'one\ntwo\n')
    appendFileSync(path, 'three\n')
    assert.equal(await read(8), 'one\ntwo\n')
    assert.equal(await read(1), 'o')
    assert.equal(await read(0), '')
    assert.equal(partOfFile(path, 'session.jsonl', 8).name, 'session.jsonl')
  })

  it('ends where the file does, when that is shorter', async () => {
    writeFileSync(path, 'one')
    assert.equal(await read(10), 'one')
    assert.equal(await sliced(10, 1, 10), 'ne')
  })

  it('has no bytes behind its end, wherever a slice begins', async () => {
    const text = 'abcdefghij'
    writeFileSync(path, text)
    const number = fc.nat({ max: 14 })
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 10 }), number, number, async (end, offset, length) => {
        assert.equal(await sliced(end, offset, length), text.slice(0, end).slice(offset, offset + length))
      }),
      { numRuns: 40 },
    )
  })
})
