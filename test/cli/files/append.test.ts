/** What is appended is there whole or not at all. */
import assert from 'node:assert/strict'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { appendWhole } from '../../../src/cli/files/append.ts'
import { stage } from '../../../src/cli/files/staged.ts'
import { temporaryFolder } from '../support.ts'

const folder = temporaryFolder()

/** Appends to a file on a disk that takes 5 bytes more; `meanwhile` is what another program does then. */
async function onFullDisk(path: string, text: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const file = await open(path, 'a+')
  let room = 5
  const write = async (bytes: Buffer, at: number) => {
    if (room === 0) {
      await meanwhile()
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    const { bytesWritten } = await file.write(bytes, at, Math.min(room, bytes.length - at))
    room -= bytesWritten
    return { bytesWritten, buffer: bytes }
  }
  const full = { write, stat: () => file.stat(), truncate: (to: number) => file.truncate(to), sync: () => file.sync() }
  await assert.rejects(appendWhole(full as never, Buffer.from(text)), { code: 'ENOSPC' }).finally(() => file.close())
}

describe('what is appended', () => {
  it('is cut off again where the disk is full, unless another program wrote behind it', async () => {
    const path = join(folder, 'thread.jsonl')
    await writeFile(path, 'one\n')
    await onFullDisk(path, 'two two\n', () => Promise.resolve())
    assert.equal(await readFile(path, 'utf8'), 'one\n')
    await onFullDisk(path, 'two two\n', () => writeFile(path, 'theirs\n', { flag: 'a' }))
    assert.equal(await readFile(path, 'utf8'), 'one\ntwo ttheirs\n')
    const file = await open(path, 'a+')
    await appendWhole(file, Buffer.from('end\n')).finally(() => file.close())
    assert.ok((await readFile(path, 'utf8')).endsWith('theirs\nend\n'))
  })
})

describe('a file that is staged', () => {
  async function* pieces(text: string) {
    yield await Promise.resolve(Buffer.from(text))
  }

  it('begins a file only where there is none', async () => {
    const path = join(folder, 'new.jsonl')
    const first = await stage(pieces('first'), path)
    assert.equal(await first.begin(), true)
    const late = await stage(pieces('late'), path)
    assert.deepEqual([await late.begin(), await readFile(path, 'utf8')], [false, 'first'])
    await late.drop()
  })
})
