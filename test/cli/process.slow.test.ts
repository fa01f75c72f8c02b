import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { file, session, temporaryFolder, turngraph } from './support.ts'
import { waitFor } from '../support/waitFor.ts'

const folder = temporaryFolder()
const env = { ...process.env, DATA: join(folder, 'store') }
const main = [join(root, 'bin/turngraph.js')]

/** A session with more in it than a pipe holds. */
const long = session(
  'long',
  Array.from({ length: 300 }, (_, i) => ({
    uuid: `l${i}`,
    parent: i === 0 ? null : `l${i - 1}`,
    role: 'user',
    content: `${i} ${'x'.repeat(2000)}`,
  })),
).replaceAll(/"timestamp":"[^"]*"/g, '"timestamp":"2026-01-01T00:00:00.000Z"')

describe('turngraph as a process', () => {
  before(async () => {
    const ran = await turngraph({ DATA: env.DATA }, 'import', file(folder, 'long.jsonl', long))
    assert.equal(ran.status, 0, ran.stderr)
  })

  it('ends well when its reader goes before it has all, as `| head` does', async () => {
    const child = spawn(process.execPath, [...main, 'export', 'long'], { env })
    const stderr = textOf(child.stderr)
    child.stdout.once('data', () => child.stdout.destroy())
    assert.deepEqual([await statusOf(child), await stderr], [0, ''])
  })

  it('writes everything before it ends, and passes its status on', async () => {
    const child = spawn(process.execPath, [...main, 'export', 'long'], { env })
    const [stdout, status] = await Promise.all([textOf(child.stdout), statusOf(child)])
    assert.deepEqual([stdout.length, status], [long.length, 0])
    assert.equal(await statusOf(spawn(process.execPath, [...main, 'tree', 'nobody'], { env })), 1)
    assert.equal(await statusOf(spawn(process.execPath, [...main, 'nonsense'], { env })), 2)
  })

  it('names a variable that is misspelt, with the one that may be meant', async () => {
    const named = await turngraph({ DTA: env.DATA }, 'formats')
    assert.equal(named.status, 0)
    assert.equal(named.stderr, 'turngraph: DTA is not a variable of turngraph. Did you mean DATA?\n')
    const { PATH = '' } = process.env
    const server = spawn(process.execPath, [...main, 'serve'], {
      env: { PATH, DATA: env.DATA, PROT: '0', HOST: 'no host' },
    })
    const [stderr] = await Promise.all([textOf(server.stderr), statusOf(server)])
    assert.match(stderr, /^PROT is not a variable of turngraph\. Did you mean PORT\?\nHOST/)
  })

  it('serves until a signal, and works beside a server on the same store', async () => {
    const server = spawn(process.execPath, [...main, 'serve'], { env: { ...env, PORT: '0' } })
    const ended = statusOf(server)
    let said = ''
    server.stdout.on('data', (piece: Buffer) => void (said += piece.toString()))
    await waitFor(() => said.includes('\n'))
    const url = /http:\/\/[^/]+/.exec(said)?.[0] ?? ''
    const [here, there] = [
      await turngraph({ DATA: env.DATA }, 'tree', 'long'),
      await turngraph({}, 'tree', 'long', '--url', url),
    ]
    assert.deepEqual(here, there)
    server.kill('SIGTERM')
    assert.equal(await ended, 0)
  })
})

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}

function statusOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((done) => child.once('close', done))
}
