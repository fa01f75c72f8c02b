import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { recognised } from '../../src/app/imports/sources/recognisedFile.ts'
import { importSession } from '../../src/watch/importSession.ts'
import { filesAt, openIn, type FileState } from '../../src/watch/walk.ts'
import { temporaryFolder } from '../cli/support.ts'

const newFolder = () => {
  const folder = temporaryFolder()
  for (const name of ['place/own', 'outside']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'outside/s.jsonl'), 'secret\n')
  writeFileSync(join(folder, 'place/own/s.jsonl'), 'mine\n')
  return { place: join(folder, 'place'), outside: join(folder, 'outside'), own: join(folder, 'place/own') }
}
const read = async (place: string, path: string): Promise<string> => {
  const file = await openIn(place, path)
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
const gone = { code: /^(ENOENT|ELOOP)$/ }

describe('a file in a place that is followed', () => {
  it('is read, also below a place that is a link itself', async () => {
    const { place, own, outside } = newFolder()
    assert.equal(await read(place, join(own, 's.jsonl')), 'mine\n')
    const link = join(outside, 'link')
    symlinkSync(place, link, 'dir')
    assert.equal(await read(link, join(link, 'own/s.jsonl')), 'mine\n')
    const named = join(outside, 'named.jsonl')
    symlinkSync(join(own, 's.jsonl'), named)
    assert.equal(await read(named, named), 'mine\n')
  })

  it('is not opened once it, or a folder above it, is a link that leads out', async () => {
    const { place, outside, own } = newFolder()
    symlinkSync(join(outside, 's.jsonl'), join(place, 'link.jsonl'))
    await assert.rejects(read(place, join(place, 'link.jsonl')), gone)
    renameSync(own, join(outside, 'moved'))
    symlinkSync(outside, own, 'dir')
    await assert.rejects(read(place, join(own, 's.jsonl')), gone)
  })

  it('is not the secret in whose place a link comes and goes while it is opened', async () => {
    const { place, outside, own } = newFolder()
    const [path, aside] = [join(own, 's.jsonl'), join(place, 'aside')]
    const swapping = { on: true }
    const swap = async () => {
      for (let swaps = 0; swapping.on && swaps < 1_000_000; swaps++) {
        renameSync(own, aside)
        symlinkSync(outside, own, 'dir')
        await new Promise(setImmediate)
        rmSync(own)
        renameSync(aside, own)
        await new Promise(setImmediate)
      }
    }
    const swapped = swap()
    for (let k = 0; k < 500; k++) assert.notEqual(await read(place, path).catch(() => null), 'secret\n')
    swapping.on = false
    await swapped
  })

  it('is nothing of what a link leads to between the look at it and its import', async () => {
    const { place, outside, own } = newFolder()
    const line =
      '{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"role":"user","content":"secret"},"timestamp":"2026-01-01T00:00:00.000Z"}\n'
    for (const folder of [own, outside]) writeFileSync(join(folder, 's.jsonl'), line)
    const unreadable = (path: string) => assert.equal(path, null)
    const files: FileState[] = []
    for await (const file of filesAt(place, () => true, unreadable)) files.push(file)
    const [file] = files
    assert.ok(file && files.length === 1)
    const openFile = (path: string) => openIn(file.place, path)
    const marks = await recognised(file.path, openFile)
    assert.ok(marks?.format)
    let taken = ''
    const take = async ({ open }: { open: () => AsyncIterable<Uint8Array> }) => {
      taken += await text(open())
      throw new Error('enough')
    }
    await assert.rejects(importSession(file, marks.format, take), /enough/)
    assert.equal(taken, line)
    rmSync(own, { recursive: true })
    symlinkSync(outside, own, 'dir')
    taken = ''
    assert.equal(await recognised(file.path, openFile), null)
    await assert.rejects(importSession(file, marks.format, take), gone)
    assert.equal(taken, '')
  })

  it(
    'is not waited for where it is a pipe',
    { skip: process.platform === 'win32' && 'Windows has no pipes among files' },
    async () => {
      const { place } = newFolder()
      execFileSync('mkfifo', [join(place, 'p.jsonl')])
      await assert.rejects(read(place, join(place, 'p.jsonl')), gone)
    },
  )
})
