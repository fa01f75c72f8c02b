import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { connect } from '../../src/client/client.ts'
import { temporaryFolder, turngraph } from '../cli/support.ts'

const folder = temporaryFolder()

describe('an export that something other than the server answers', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const answers = [
    html,
    { ...html, 'x-turngraph-format': 'NDJSON' },
    { ...html, 'x-turngraph-format': '<b>' },
    { 'content-type': 'application/x-ndjson' },
    { 'content-type': 'application/x-ndjson', 'x-turngraph-format': 'MARKDOWN' },
  ]

  it('is refused by the client, whichever header says so', async () => {
    for (const headers of answers) {
      const fetch: typeof globalThis.fetch = () => Promise.resolve(new Response('<html>', { headers }))
      const graph = await connect({ url: 'http://127.0.0.1:1', fetch })
      await assert.rejects(
        graph.export('c1', { format: 'NDJSON' }),
        { code: 'UNEXPECTED_ANSWER' },
        JSON.stringify(headers),
      )
      await graph.close()
    }
    const page = { ...html, 'x-turngraph-format': 'HTML' }
    const fetch: typeof globalThis.fetch = () => Promise.resolve(new Response('<html>', { headers: page }))
    const graph = await connect({ url: 'http://127.0.0.1:1', fetch })
    assert.equal((await graph.export('c1', { format: 'HTML' })).format, 'HTML')
    await graph.close()
  })

  it('is refused by the command line, which writes no file', async () => {
    const server = createServer((request, response) => {
      if (request.method === 'GET') response.writeHead(200, html).end('<html>a page</html>')
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            '{"data":{"conversation":{"id":"c1","title":"c1"},"conversations":{"nodes":[{"id":"c1"}],"pageInfo":{"hasNextPage":false}}}}',
          )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    after(() => {
      server.closeAllConnections()
      server.close()
    })
    const output = join(folder, 'c1.jsonl')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { status, stdout, stderr } = await turngraph({}, 'export', 'c1', '--output', output, '--url', url)
    assert.equal(status, 1)
    assert.match(stderr, /does not answer as turngraph does/)
    assert.deepEqual([stdout.includes('a page'), existsSync(output)], [false, false])
  })
})
