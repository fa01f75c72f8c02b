// Takes long: two programs write to the same file, each a process of its own.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { connect } from '../../../src/client/client.ts'
import { goJson } from '../../../src/formats/neo/goJson.ts'
import { temporaryFolder, turngraph } from '../support.ts'
import { goStoreIn } from './support.ts'

const folder = temporaryFolder()
const newFolder = (name: string) => mkdtempSync(join(folder, name))
const bursts = 400

/** A program that appends turns to a thread, one right after the other; the command that starts it. */
type Burst = (dir: string, id: string) => readonly [string, readonly string[]]

const byNode: Burst = (dir, id) => {
  const line = `JSON.stringify({ role: 'assistant', text: 'theirs ' + n, ts: new Date().toISOString() }) + '\\n'`
  const script = `const fs = require('node:fs'); let n = 0
    const next = () => { fs.appendFileSync(${JSON.stringify(join(dir, `${id}.jsonl`))}, ${line}); if (++n < ${bursts}) setTimeout(next, 1) }
    next()`
  return [process.execPath, ['-e', script]]
}

/** The same by the structs of that store, where Go is installed. */
function inGo(): Burst | null {
  const built = goStoreIn(folder)
  if (built === null) return null
  return (dir, id) => [built, ['burst', dir, id, String(bursts)]]
}
const go = inGo()

interface Synced {
  readonly added: number
  readonly written: number
  readonly conflicts: number
}
const textsIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly text: string }).text)
const theirs = Array.from({ length: bursts }, (_, n) => `theirs ${n}`)

/** A store beside a folder with one thread in lines, which both have. */
async function both() {
  const [data, dir] = [newFolder('data-'), newFolder('threads-')]
  const line = (text: string, ts: string) => `${goJson({ role: 'user', text, ts })}\n`
  const path = join(dir, 'c.jsonl')
  writeFileSync(path, line('asked', '2026-01-01T00:00:00Z'))
  const sync = async (status = 0): Promise<Synced> => {
    const ran = await turngraph({ DATA: data }, 'sync', dir, '--json')
    assert.equal(ran.status, status, ran.stderr)
    return JSON.parse(ran.stdout) as Synced
  }
  const store = async (...texts: readonly string[]) => {
    const graph = await connect({ data })
    await graph.conversations.open('c').append(texts.map((text) => ({ role: 'USER' as const, text })))
    await graph.close()
  }
  const stored = async () => {
    const ran = await turngraph({ DATA: data }, 'export', 'c', '--format', 'ndjson')
    return new Set([...ran.stdout.matchAll(/"text":"((?:theirs|ours|asked)[^"]*)"/g)].map(([, text]) => text))
  }
  await sync()
  return {
    dir,
    path,
    data,
    sync,
    store,
    stored,
    append: (text: string) => appendFileSync(path, line(text, new Date().toISOString())),
  }
}

async function burstBeside(burst: Burst): Promise<void> {
  const { dir, path, sync, store, stored } = await both()
  const ours = ['ours 0', 'ours 1', 'ours 2', 'ours 3', 'ours 4']
  await store(...ours)
  const [command, args] = burst(dir, 'c')
  const child = spawn(command, args, { stdio: 'inherit' })
  const ended = new Promise((done) => child.once('close', done))
  await Promise.all([sync(), sync(), sync()])
  assert.equal(await ended, 0)
  await sync()
  const texts = textsIn(path)
  assert.deepEqual(
    texts.filter((text) => text.startsWith('theirs')),
    theirs,
  )
  const all = await stored()
  assert.deepEqual(
    [...theirs, ...ours].filter((text) => !all.has(text)),
    [],
  )
  const inFolder = new Set(
    readdirSync(dir)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => textsIn(join(dir, name))),
  )
  assert.deepEqual(
    ours.filter((text) => !inFolder.has(text)),
    [],
  )
  assert.equal(new Set(texts).size, texts.length, 'no turn stands there twice')
  const again = await sync()
  assert.deepEqual([again.added, again.written, again.conflicts], [0, 0, 0])
  assert.deepEqual(
    readdirSync(dir).filter((name) => name.endsWith('.part')),
    [],
  )
}

describe('a thread that another program appends to while turngraph syncs', () => {
  it('loses none of 400 turns beside three syncs, nor does the store', { timeout: 120_000 }, () => burstBeside(byNode))

  it(
    'loses none of 400 turns that a program in Go appends beside three syncs',
    { skip: go ? false : 'Go was not found', timeout: 120_000 },
    () => burstBeside(go ?? assert.fail()),
  )

  it('keeps the turns of both where both went on, and goes on with both', async () => {
    const { dir, path, sync, store, append } = await both()
    append('theirs')
    await store('ours')
    assert.equal((await sync()).conflicts, 1)
    assert.deepEqual(textsIn(path), ['asked', 'theirs'])
    const fork = join(dir, 'c@turngraph.jsonl')
    assert.deepEqual(textsIn(fork), ['asked', 'ours'])
    const meta = JSON.parse(readFileSync(join(dir, 'c@turngraph.meta.json'), 'utf8')) as Record<string, unknown>
    assert.deepEqual([meta['forked_from'], meta['forked_at_turn']], ['c', 2])
    append('theirs too')
    await store('ours too')
    await sync()
    assert.deepEqual(textsIn(path), ['asked', 'theirs', 'theirs too'])
    assert.deepEqual(textsIn(fork), ['asked', 'ours', 'ours too'])
    const again = await sync()
    assert.deepEqual([again.added, again.written], [0, 0])
  })

  it('is as long as it was after the head was moved back in the store', async () => {
    const { path, data, sync, append } = await both()
    append('theirs')
    append('theirs too')
    await sync()
    const before = readFileSync(path)
    const graph = await connect({ data })
    await graph.conversations.open('c').rewind({ to: { turn: 1 } })
    await graph.close()
    assert.equal((await sync()).written, 0)
    assert.ok(readFileSync(path).equals(before))
  })

  it('is not written behind a line that is not whole, which is said with status 1', async () => {
    const { path, sync, store } = await both()
    await store('ours')
    appendFileSync(path, '{"role":"user","te')
    const before = readFileSync(path)
    await sync(1)
    assert.ok(readFileSync(path).equals(before))
    appendFileSync(path, 'xt":"theirs","ts":"2026-01-02T00:00:00Z"}\n')
    await sync()
    assert.deepEqual(textsIn(path), ['asked', 'theirs'])
  })

  it('has no file beside it of a sync that was killed', async () => {
    const { dir, sync } = await both()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(dir, `c.jsonl.${pid}.part`), 'half')
    writeFileSync(join(dir, `c.jsonl.${process.ppid}.part`), 'of a process that runs')
    await sync()
    assert.deepEqual(readdirSync(dir).sort(), ['c.jsonl', `c.jsonl.${process.ppid}.part`])
  })
})
