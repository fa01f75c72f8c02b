import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { filePieces, fileSource, openAny } from '../../src/app/fileSource.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-source-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'a.jsonl')
writeFileSync(path, 'one\ntwo\n')

it('a file is read whole, as often as it is opened, and in slices that end with it', async () => {
  const source = fileSource(path, 'name.jsonl')
  assert.equal(source.name, 'name.jsonl')
  for (let k = 0; k < 2; k++) {
    const pieces: Uint8Array[] = []
    for await (const piece of source.open()) pieces.push(piece)
    assert.equal(Buffer.concat(pieces).toString(), 'one\ntwo\n')
  }
  const slice = async (offset: number, length: number) => Buffer.from(await source.slice(offset, length)).toString()
  assert.deepEqual(
    [await slice(0, 3), await slice(4, 100), await slice(100, 4), await slice(2, 0)],
    ['one', 'two\n', '', ''],
  )
})

it('a file that cannot be opened fails with the error of the system when it is read', async () => {
  const source = fileSource(join(folder, 'none'), null)
  await assert.rejects(
    async () => {
      for await (const piece of source.open()) assert.fail(String(piece))
    },
    { code: 'ENOENT' },
  )
  await assert.rejects(async () => source.slice(0, 1), { code: 'ENOENT' })
})

it('a file is read up to an offset, and not at all up to 0', async () => {
  const upTo = async (end: number) => {
    const pieces: Uint8Array[] = []
    for await (const piece of filePieces(path, openAny, end)) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
  assert.deepEqual([await upTo(0), await upTo(1), await upTo(4), await upTo(100)], ['', 'o', 'one\n', 'one\ntwo\n'])
})

it('a pipe is read from its beginning to its end', { skip: process.platform === 'win32' }, async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const written = writeFile(pipe, 'one\ntwo\n')
  const pieces: Uint8Array[] = []
  for await (const piece of fileSource(pipe, null).open()) pieces.push(piece)
  await written
  assert.equal(Buffer.concat(pieces).toString(), 'one\ntwo\n')
})
