/** What makes no sense reaches a real server and the command line: each says so with a code and facts, nothing changes. */
// Takes long: each command is given much that is no input of it, by a server of its own.
import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { codeOf, postImport, ready, request, send, type Fault, type Write } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startServer, turngraph, type Server } from './support/processes.ts'
import { transcriptOf } from './support/transcript.ts'
import { pause } from '../support/waitFor.ts'

const mebibyte = 1024 * 1024
const binary = Uint8Array.from({ length: 100_000 }, (_, k) => (k * 7919) % 256)
/** Files that are no transcripts. */
const noTranscripts: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  'empty.jsonl': '',
  'blank.jsonl': '\n\n  \n',
  'diary.jsonl': 'Dear diary,\ntoday I met a parser.\n',
  'binary.jsonl': binary,
  'broken.jsonl': '{"type":"user","uuid":"u1","message":{"role":"us',
  'foreign.jsonl': '{"url":"https://example.org"}\n{"url":"https://example.com"}\n',
  'nested.jsonl': `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
}
const turnOf = (text: string): Write => ({ name: 'storeTurn', input: { conversationId: 'c', role: 'USER', text } })

describe('input that makes no sense', () => {
  const folder = newFolder()
  const env = { DATA: folder, TMPDIR: folder, MAX_IMPORT_BYTES: String(8 * mebibyte) }
  let server: Server
  let parts: OpenParts
  let rows: Readonly<Record<string, number>>
  before(async () => {
    server = await startServer(env)
    parts = await openParts(readConfig({ DATA: folder, LOG_LEVEL: 'silent' }))
    assert.equal(codeOf(await send(server.url, turnOf('before'))), null)
    rows = await parts.store.rowCounts()
  })
  afterEach(async () => assert.deepEqual(await parts.store.rowCounts(), rows))
  after(async () => {
    await parts.close()
    const { status, stderr } = await server.stop()
    assert.equal(status, 0)
    // The first start of a checkout says that it builds; nothing else may be complained of.
    assert.match(stderr, /^(Building turngraph [^\n]*\n)?$/)
  })

  it('is a turn of 10 MB: the request is too large', async () => {
    const { status, body } = await send(server.url, turnOf('x'.repeat(10_000_000)))
    const [error] = body.errors ?? []
    assert.deepEqual([status, error?.extensions.code], [413, 'LIMIT_EXCEEDED'])
    assert.ok(Number(error?.extensions.details?.['limit']) < 10_000_000)
  })

  it('is a turn that is too large in a request that is not', async () => {
    const { status, body } = await send(server.url, turnOf('x'.repeat(4 * mebibyte + 1)))
    const [error] = body.data?.['storeTurn']?.userErrors ?? []
    assert.deepEqual([status, error?.code, error?.details?.['limit']], [200, 'LIMIT_EXCEEDED', 4 * mebibyte])
  })

  it('is JSON that is broken, or of another kind', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const body of ['{"query": "{ conversati', '', '[]', '"text"', '\u0000\u0001', binary]) {
      const answer = await request(`${server.url}/graphql`, { method: 'POST', headers, body })
      assert.equal(answer.status, 400, String(body))
      assert.match(String(codeOf(answer)), /^(BAD_REQUEST|INTERNAL_SERVER_ERROR)$/, String(body))
    }
  })

  for (const [fileName, content] of Object.entries(noTranscripts))
    it(`is a file that is no transcript: ${fileName}`, async () => {
      const { status, body } = await postImport(server.url, content)
      assert.deepEqual([status, body.error?.code], [400, 'BAD_INPUT'], JSON.stringify(body))
      namesTheFile(body.error, content.length)
      const path = join(folder, fileName)
      writeFileSync(path, content)
      for (const where of [[], ['--url', server.url]]) {
        const ran = await turngraph({ DATA: folder }, 'import', path, '--json', ...where)
        assert.equal(ran.status, 1, ran.stderr)
        const { files } = JSON.parse(ran.stdout) as { files: { error: Fault }[] }
        assert.equal(files[0]?.error.code, 'BAD_INPUT')
        namesTheFile(files[0].error, content.length)
        assert.match(ran.stderr, new RegExp(`^turngraph: ${path}: .*\n$`))
      }
    })

  it('is a file that is too large', async () => {
    const { status, body } = await postImport(server.url, 'x'.repeat(8 * mebibyte + 1))
    assert.deepEqual([status, body.error?.code], [413, 'LIMIT_EXCEEDED'])
    assert.equal(body.error?.details?.['limit'], 8 * mebibyte)
  })

  it('is a file whose end never comes', async () => {
    const { text } = transcriptOf('broken-off', 10)
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${text.length + 1}\r\n\r\n${text}`)
    await pause(200, 'the server has read all that comes')
    socket.destroy()
    await pause(200, 'the server has seen that nothing more comes')
    assert.equal((await ready(server.url)).status, 200)
  })
})

/** Says how long the file is, and what would be accepted. */
function namesTheFile(error: Fault | undefined, bytes: number): void {
  assert.equal(error?.details?.['bytes'], bytes)
  assert.ok(Array.isArray(error.details['accepted']))
  assert.equal(error.message.includes('\n'), false)
}
