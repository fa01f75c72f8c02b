/** A server with little memory: what is too much for it waits or is refused, and it lives on. */
// Beyond a landing: 50 imports of 1.3 MB are stored on a heap that has room for a few.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'

const imports = 50
const importBytes = 1_300_000
const words = 'Wörter 漢字 '

describe('a server with a heap of 256 MB', () => {
  let server: Server
  before(async () => {
    server = await startServer({ DATA: newFolder(), NODE_OPTIONS: '--max-old-space-size=256' })
  })
  after(async () => {
    await server.stop()
  })
  const send = async (path: string, body: string | ReadableStream, more: object = {}) => {
    const response = await fetch(`${server.url}${path}`, { method: 'POST', body, ...more })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const lives = async () => assert.equal((await fetch(`${server.url}/health/live`)).status, 200)

  it('stores as many imports at once as are sent: few are worked on, the rest wait', async () => {
    const answers = await Promise.all(Array.from({ length: imports }, (_, k) => send('/import', session(k))))
    for (const [k, { status, body }] of answers.entries()) {
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body['added'], lineCount(k))
    }
    await lives()
  })

  it('refuses a file that is one value which it has no room for, in one line or over many', async () => {
    for (const parting of ['', '\n']) {
      const [before, after] = [`{"messages":[${parting}{"role":"user","content":"`, '"}]}']
      const { status, body } = await send('/import', long(before, after), { duplex: 'half' })
      const { code, message } = (body['error'] ?? {}) as Record<string, string>
      assert.deepEqual([status, code], [400, 'BAD_INPUT'], JSON.stringify(body))
      assert.match(message ?? '', /values of more than \d+ MiB or .* are not read/)
      await lives()
    }
  })

  it('keeps such a line raw among others', async () => {
    const line = `{"type":"user","uuid":"long","sessionId":"long","message":{"role":"user","content":"`
    const { status, body } = await send('/import', long(session(99) + line, '"}}\n'), { duplex: 'half' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body['added'], lineCount(99))
    assert.match(JSON.stringify(body['findings']), /RECORD_TOO_LONG/)
    await lives()
  })
})

/** A session of Claude Code of about `importBytes`. */
function session(k: number): string {
  const lines: string[] = []
  for (let [i, bytes] = [0, 0]; bytes < importBytes; i++) {
    const role = i % 2 === 0 ? 'user' : 'assistant'
    const message = { role, content: `${k} ${i} ${words.repeat(60)}` }
    const parentUuid = i === 0 ? null : `s${k}-${i - 1}`
    const timestamp = '2026-01-01T00:00:00.000Z'
    const line = `${JSON.stringify({ type: role, uuid: `s${k}-${i}`, parentUuid, sessionId: `s${k}`, timestamp, message })}\n`
    lines.push(line)
    bytes += Buffer.byteLength(line)
  }
  return lines.join('')
}

const lineCount = (k: number): number => session(k).split('\n').length - 1

/** A hundred megabytes of text between two pieces. */
function long(before: string, after: string): ReadableStream {
  const piece = Buffer.from(words.repeat(7_000))
  let left = 100_000_000
  return new ReadableStream({
    start: (sink) => sink.enqueue(Buffer.from(before)),
    pull(sink) {
      if (left > 0) sink.enqueue(piece)
      else {
        sink.enqueue(Buffer.from(after))
        sink.close()
      }
      left -= piece.length
    },
  })
}
