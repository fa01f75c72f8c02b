import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startApi, type Api } from './support/api.ts'
import { pause, waitFor } from '../support/waitFor.ts'

interface Put {
  readonly id: string
  readonly mediaType: string
  readonly byteSize: number
  readonly downloadUrl: string
}
interface Refused {
  readonly error: { readonly code: string; readonly message: string }
}

const limit = 100_000
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

describe('attachments over HTTP', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-attachments-'))
  let api: Api
  before(async () => {
    api = await startApi({ DATA: data, MAX_ATTACHMENT_BYTES: String(limit), REQUEST_TIMEOUT_MS: '400' })
  })
  after(async () => {
    await api.close()
    rmSync(data, { recursive: true, force: true })
  })
  const put = (query: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/attachments${query}`, { method: 'PUT', body, headers })
  const kept = async (query: string, body: Uint8Array | string) => (await (await put(query, body)).json()) as Put
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${api.url}${path}`, { headers })
  const files = () =>
    readdirSync(join(data, 'attachments'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

  it('are put as a stream, and given back under their SHA-256', async () => {
    const bytes = Buffer.from('\x89PNG and so on')
    const answer = await kept('?mediaType=image/png&fileName=cat.png', bytes)
    const id = hashOf(bytes)
    assert.deepEqual(answer, {
      id,
      mediaType: 'image/png',
      byteSize: 15,
      downloadUrl: `/attachments/${id}?fileName=cat.png`,
    })
    const response = await get(answer.downloadUrl)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    assert.deepEqual(
      ['content-type', 'content-length', 'etag'].map((name) => response.headers.get(name)),
      ['image/png', '15', `"${id}"`],
    )
  })

  it('stay what they were when the same bytes come again', async () => {
    const first = await kept('?mediaType=image/png', 'again')
    const count = files().length
    assert.deepEqual(await kept('?mediaType=text/html', 'again'), first)
    assert.equal(files().length, count)
  })

  it('may be empty, and of no named kind', async () => {
    for (const body of ['', 'bytes']) {
      const { id, byteSize, mediaType } = await kept('', body)
      assert.deepEqual([id, byteSize], [hashOf(body), body.length])
      assert.equal(await (await get(`/attachments/${id}`)).text(), body)
      assert.ok(['application/octet-stream', 'text/plain;charset=UTF-8'].includes(mediaType))
    }
  })

  it('take the kind from the content type when the query names none', async () => {
    const answer = await put('', 'typed', { 'content-type': 'Audio/OGG; codecs="opus"' })
    assert.equal(((await answer.json()) as Put).mediaType, 'audio/ogg; codecs="opus"')
  })

  it('that a browser could run are never run by it', async () => {
    const active = [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/javascript',
      'text/xml',
      'text/css',
      'x/y',
    ]
    for (const [i, mediaType] of active.entries()) {
      const { downloadUrl } = await kept(
        `?mediaType=${encodeURIComponent(mediaType)}&fileName=a.html`,
        `<script>${i}</script>`,
      )
      const { headers } = await get(downloadUrl)
      assert.equal(headers.get('content-type'), 'application/octet-stream', mediaType)
      assert.match(String(headers.get('content-disposition')), /^attachment; filename="a\.html"/)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(String(headers.get('content-security-policy')), /default-src 'none';.*; sandbox$/)
    }
  })

  it('that are shown get no rights either', async () => {
    const { id } = await kept(`?mediaType=${encodeURIComponent('text/plain; charset=utf-7')}`, '+ADw-script+AD4-')
    const { headers } = await get(`/attachments/${id}`)
    assert.deepEqual(
      ['content-type', 'content-disposition', 'x-content-type-options'].map((name) => headers.get(name)),
      ['text/plain; charset=utf-8', 'inline', 'nosniff'],
    )
    assert.match(String(headers.get('content-security-policy')), /sandbox/)
  })

  it('keep any file name, encoded', async () => {
    const { id } = await kept('?mediaType=application/pdf', 'pdf')
    const name = `Bêtise "100%"; filename=x.exe`
    const { headers } = await get(`/attachments/${id}?fileName=${encodeURIComponent(name)}`)
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="B_tise _100___ filename=x.exe"; filename*=UTF-8''B%C3%AAtise%20%22100%25%22%3B%20filename%3Dx.exe`,
    )
    assert.equal(headers.get('content-type'), 'application/pdf')
  })

  it('come in parts', async () => {
    const { id } = await kept('?mediaType=video/mp4', '0123456789')
    const part = async (range: string) => {
      const response = await get(`/attachments/${id}`, { range })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    assert.deepEqual(await part('bytes=2-4'), [206, 'bytes 2-4/10', '234'])
    assert.deepEqual(await part('bytes=7-'), [206, 'bytes 7-9/10', '789'])
    assert.deepEqual(await part('bytes=-3'), [206, 'bytes 7-9/10', '789'])
    assert.deepEqual(await part('bytes=5-99'), [206, 'bytes 5-9/10', '56789'])
    assert.deepEqual(await part('bytes=0-1,3-4'), [200, null, '0123456789'])
    assert.deepEqual(await part('bytes=10-'), [416, 'bytes */10', ''])
  })

  it('tell their head alone, and that they are known', async () => {
    const { id } = await kept('?mediaType=image/gif', 'head')
    const head = await fetch(`${api.url}/attachments/${id}`, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '4', ''])
    assert.equal(head.headers.get('content-type'), 'image/gif')
    const known = await get(`/attachments/${id}`, { 'if-none-match': `W/"x", "${id}"` })
    assert.deepEqual([known.status, await known.text()], [304, ''])
  })

  it('that nobody put are not found', async () => {
    for (const id of [hashOf('nobody'), 'x', '..%2f..%2fturngraph.db', 'A'.repeat(64)]) {
      const response = await get(`/attachments/${id}`)
      assert.deepEqual([response.status, ((await response.json()) as Refused).error.code], [404, 'NOT_FOUND'])
      assert.equal((await fetch(`${api.url}/attachments/${id}`, { method: 'HEAD' })).status, 404)
    }
  })

  it('whose id no thing can have are refused as any such id is', async () => {
    const response = await get('/attachments/%00')
    assert.deepEqual([response.status, ((await response.json()) as Refused).error.code], [400, 'BAD_INPUT'])
  })

  it('whose bytes are gone are not found, and the log says so', async () => {
    const { id } = await kept('', 'to be removed')
    rmSync(join(data, 'attachments/default', id.slice(0, 2), id))
    assert.equal((await get(`/attachments/${id}`)).status, 404)
    assert.ok(api.logged.some((line) => line.includes(id) && line.includes('missing')))
  })

  it('that are refused leave nothing', async () => {
    const count = files().length
    const bad = (query: string, body = 'refused', headers = {}) => put(query, body, headers)
    const cases: [Promise<Response>, number, string][] = [
      ...['../x', 'a/b', 'a\\b', '..', ' ', 'a\nb', 'a\u0000', 'a\u202eb', 'x'.repeat(256)].map(
        (name): [Promise<Response>, number, string] => [bad(`?fileName=${encodeURIComponent(name)}`), 400, 'BAD_INPUT'],
      ),
      [bad('?mediaType=html'), 400, 'BAD_INPUT'],
      [bad(`?mediaType=${encodeURIComponent('text/html\r\nx: y')}`), 400, 'BAD_INPUT'],
      [bad('?mediaType=a/b&mediaType=c/d'), 400, 'BAD_INPUT'],
      [bad(`?sha256=${hashOf('another')}`), 400, 'BAD_INPUT'],
      [bad('?sha256=abc'), 400, 'BAD_INPUT'],
      [bad('', 'x'.repeat(limit + 1)), 413, 'LIMIT_EXCEEDED'],
      [bad('', 'refused', { origin: 'https://evil.example' }), 403, 'FORBIDDEN'],
    ]
    for (const [asked, status, code] of cases) {
      const response = await asked
      assert.deepEqual([response.status, ((await response.json()) as Refused).error.code], [status, code])
    }
    assert.equal((await get(`/attachments/${hashOf('refused')}`)).status, 404)
    assert.equal(files().length, count)
    assert.equal((await bad(`?sha256=${hashOf('refused').toUpperCase()}`)).status, 200)
  })

  it('that are too large are refused at once, while they still come', async () => {
    const begun = Date.now()
    const answer = await new Promise<number | undefined>((done, failed) => {
      const sent = request(`${api.url}/attachments`, { method: 'PUT', agent: false }, (response) => {
        done(response.statusCode)
        response.resume()
      })
      sent.on('error', failed)
      sent.write(Buffer.alloc(limit + 1))
      setTimeout(() => sent.end('more'), 200)
    })
    assert.equal(answer, 413)
    assert.ok(Date.now() - begun < 3000)
  })

  it('whose upload breaks off leave nothing, and are no fault', async () => {
    const count = files().length
    const sent = request(`${api.url}/attachments`, { method: 'PUT', agent: false })
    sent.on('error', () => undefined)
    sent.write('begun')
    await waitFor(() => files().length !== count)
    sent.destroy()
    await waitFor(() => files().length <= count)
    await pause(20, 'nothing more is logged')
    assert.ok(!api.logged.some((line) => line.includes('Internal error')))
  })

  it('whose upload stands still are given up, and leave nothing', async () => {
    const count = files().length
    const answer = await new Promise<{ status: number | undefined; left: number }>((done, failed) => {
      const sent = request(`${api.url}/attachments`, { method: 'PUT', agent: false }, (response) => {
        done({ status: response.statusCode, left: files().length })
        response.resume()
        sent.end()
      })
      sent.on('error', failed)
      sent.write('begun')
    })
    assert.deepEqual(answer, { status: 504, left: count })
  })
})
