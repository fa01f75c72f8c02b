import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { fileSource } from '../../src/app/fileSource.ts'

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
  const slice = async (offset: number, length: number) => Buffer.from(await source.slice(offset, length)).toString() // prettier-ignore
  assert.deepEqual([await slice(0, 3), await slice(4, 100), await slice(100, 4), await slice(2, 0)], ['one', 'two\n', '', '']) // prettier-ignore
})

it('a file that cannot be opened fails with the error of the system when it is read', async () => {
  const source = fileSource(join(folder, 'none'), null)
  await assert.rejects(async () => {
    for await (const piece of source.open()) assert.fail(String(piece))
  }, { code: 'ENOENT' }) // prettier-ignore
  await assert.rejects(async () => source.slice(0, 1), { code: 'ENOENT' })
})
