import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { writePart, writeWhole } from '../../../src/cli/files/wholeFile.ts'
import { temporaryFolder } from '../support.ts'

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield await Promise.resolve(Buffer.alloc(100_000))
}

/** A disk that takes nothing: whatever is written to its file finds no room. */
const full = '/dev/full'

describe('a file that is written whole', { skip: !existsSync(full) && `there is no ${full} here` }, () => {
  it('of a disk that is full is refused with the size that it needs, and nothing of it stays', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'all.ndjson')
    symlinkSync(full, `${path}.${process.pid}.part`)
    await assert.rejects(writeWhole(pieces(30), path), {
      code: 'FILE_UNUSABLE',
      message: /all\.ndjson" does not fit on the disk: it needs 3,000,000 bytes/,
    })
    assert.deepEqual(readdirSync(folder), [])
  })

  it('replaces no file where it must not, whenever that came there', async () => {
    const path = join(temporaryFolder(), 'all.ndjson')
    const there = async function* () {
      yield Buffer.from('first')
      writeFileSync(path, 'of another')
      yield await Promise.resolve(Buffer.from('second'))
    }
    await assert.rejects(writeWhole(there(), path, { replaces: false }), { code: 'ALREADY_EXISTS' })
    assert.equal(readFileSync(path, 'utf8'), 'of another')
    assert.equal(await writeWhole(there(), path), 11)
    assert.equal(readFileSync(path, 'utf8'), 'firstsecond')
  })

  it('leaves no part of it where the process is asked to end', async () => {
    const folder = temporaryFolder()
    const asked = () => undefined
    process.on('SIGINT', asked)
    const left: string[][] = []
    const ending = async function* () {
      yield* pieces(2)
      left.push(readdirSync(folder))
      process.emit('SIGINT', 'SIGINT')
      left.push(readdirSync(folder))
      throw new Error('ended')
    }
    await assert.rejects(writePart(ending(), join(folder, 'a')), /ended/)
    process.off('SIGINT', asked)
    assert.deepEqual(left, [[`a.${process.pid}.part`], []])
    assert.equal(process.listenerCount('SIGINT'), 0)
  })

  it('closes what it is read from, however it ends', async () => {
    let closed = 0
    const endless = async function* () {
      try {
        for (;;) yield await Promise.resolve(Buffer.alloc(10))
      } finally {
        closed++
      }
    }
    await assert.rejects(writePart(endless(), join(temporaryFolder(), 'no', 'folder')), { code: 'ENOENT' })
    assert.equal(closed, 1)
  })
})
