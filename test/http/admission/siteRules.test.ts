import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { siteRules, type Sites } from '../../../src/http/admission/siteRules.ts'

const sites: Sites = {
  host: '192.168.1.5',
  allowedHosts: ['chat.example', '[fe80::1]'],
  allowedOrigins: ['https://chat.example', 'http://localhost:3000', 'tauri://localhost'],
}
const localPort = 4000

/** Returns the status that a request is refused with, 200 when it is not. */
function statusOf(host: string | readonly string[] | undefined, origin?: string, given = sites): number {
  const hosts = host === undefined ? [] : [host].flat()
  const [first] = hosts
  const headers = { ...(first !== undefined && { host: first }), ...(origin !== undefined && { origin }) }
  const rawHeaders = ['Accept', 'host', ...hosts.flatMap((name) => ['Host', name])]
  return siteRules(given)({ headers, rawHeaders, socket: { localPort } })?.statusCode ?? 200
}

describe('the rule for hosts', () => {
  it('takes the names of this machine, the address listened on, and those that the operator names, at any port', () => {
    const names = [
      'localhost',
      'LocalHost',
      '127.0.0.1',
      '127.8.9.10',
      '[::1]',
      '192.168.1.5',
      'chat.example',
      'CHAT.EXAMPLE',
      '[fe80::1]',
    ]
    for (const name of names)
      for (const port of ['', ':', ':80', ':4000', ':65535']) assert.equal(statusOf(name + port), 200, name + port)
    assert.equal(statusOf('[::1]:4000', undefined, { host: '::1', allowedHosts: [], allowedOrigins: [] }), 200)
    assert.equal(statusOf('0.0.0.0:4000', undefined, { host: '0.0.0.0', allowedHosts: [], allowedOrigins: [] }), 200)
  })

  it('refuses every other name, what is no name, and none', () => {
    const names = [
      'evil.example',
      'evil.example:4000',
      'localhost.evil.example',
      'a.chat.example',
      'localhost.',
      '0.0.0.0',
      '128.0.0.1',
      '[::2]',
      '[::]',
      '',
      ' ',
      ':4000',
      'localhost@evil.example',
      'evil.example#localhost',
      'evil.example/localhost',
      'localhost/',
      'localhost\\',
      'localhost:4000:4000',
      'localhost:x',
      'localhost:123456',
      '[::1',
      '::1',
      '[localhost]',
      'localhost, localhost',
      'http://localhost',
    ]
    for (const name of names) assert.equal(statusOf(name), 421, name)
    assert.equal(statusOf(undefined), 421)
  })

  it('refuses two of them, equal ones too', () => {
    assert.equal(statusOf(['localhost', 'evil.example']), 400)
    assert.equal(statusOf(['localhost', 'localhost']), 400)
  })
})

describe('a target that names its host', () => {
  const status = (url: string, host: string, origin?: string) =>
    siteRules(sites)({
      ...{ method: 'POST', url, rawHeaders: ['Host', host], socket: { localPort } },
      headers: { host, ...(origin !== undefined && { origin }) },
    })?.statusCode ?? 200

  it('is held to the rule for hosts, whatever the header says', () => {
    for (const host of ['localhost:4000', 'chat.example', 'evil.example']) {
      assert.equal(status('http://evil.example/graphql', host), 421, host)
      assert.equal(status('HTTPS://evil.example', host), 421, host)
      assert.equal(status('http:///graphql', host), 421, host)
      assert.equal(status('http://localhost@evil.example/graphql', host), 421, host)
      assert.equal(status('http://localhost:4000/graphql', host), 200, host)
      assert.equal(status('http://chat.example?x', host), 200, host)
    }
  })

  it('is what a page of the same name is compared with', () => {
    assert.equal(status('http://localhost:8080/graphql', 'chat.example', 'http://localhost:8080'), 200)
    assert.equal(status('http://chat.example/graphql', 'localhost:8080', 'http://localhost:8080'), 403)
  })
})

describe('the rule for origins', () => {
  it('takes the own ones: under any own name, at the port that was asked or is listened on', () => {
    const own = [
      ['localhost:4000', 'http://localhost:4000'],
      ['127.0.0.1:4000', 'http://localhost:4000'],
      ['localhost:8080', 'http://localhost:8080'],
      ['localhost:8080', 'http://localhost:4000'],
      ['localhost', 'http://localhost'],
      ['chat.example', 'http://chat.example'],
      ['[::1]:4000', 'http://[::1]:4000'],
    ] as const
    for (const [host, origin] of own) assert.equal(statusOf(host, origin), 200, `${host} ${origin}`)
  })

  it('takes those that the operator names, whole', () => {
    for (const origin of [
      'https://chat.example',
      'https://chat.example:443',
      'HTTPS://Chat.Example',
      'http://localhost:3000',
      'tauri://localhost',
    ])
      assert.equal(statusOf('localhost:4000', origin), 200, origin)
  })

  it('refuses every other one', () => {
    const origins = [
      'null',
      '',
      'https://evil.example',
      'http://evil.example:4000',
      'https://localhost:4000',
      'http://localhost',
      'http://localhost:3001',
      'https://chat.example:444',
      'https://a.chat.example',
      'http://chat.example.evil',
      'http://localhost:4000, http://evil.example',
      'http://evil.example@localhost:4000',
      'http://localhost:4000/path',
      'localhost:4000',
      'file://',
      'tauri://evil',
      '//localhost:4000',
      '*',
    ]
    for (const origin of origins) assert.equal(statusOf('localhost:4000', origin), 403, origin)
  })

  it('does not ask who is asked: a page of a name that leads here is refused for its name', () => {
    assert.equal(statusOf('evil.example:4000', 'http://evil.example:4000'), 421)
  })

  it('never takes what is not named, whatever it is', () => {
    const none = { host: '127.0.0.1', allowedHosts: [], allowedOrigins: [] }
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.domain(), (url, domain) => {
        assert.equal(statusOf('localhost:4000', url, none), 403)
        assert.equal(statusOf(domain, undefined, none), 421)
      }),
    )
  })
})

describe('the rule for requests without an origin', () => {
  const asked = (method: string, site: string | undefined, more: Record<string, string> = {}, given = sites) => {
    const headers = { host: 'localhost', ...(site !== undefined && { 'sec-fetch-site': site }), ...more }
    return siteRules(given)({ method, headers, rawHeaders: [], socket: { localPort } })?.statusCode ?? 200
  }

  it('refuses what could write and was made by a page of another site, or of another port', () => {
    for (const site of ['cross-site', 'same-site', '', 'cross-site, same-origin', 'else']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'post', ''])
        assert.equal(asked(method, site), 403, `${method} ${site}`)
      // Whatever is done by a WebSocket begins as a GET.
      assert.equal(asked('GET', site, { upgrade: 'websocket' }), 403, site)
    }
  })

  it('takes what a link may ask, what its own pages ask, and what no browser has sent', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.equal(asked(method, 'cross-site'), 200, method)
    for (const site of [undefined, 'same-origin', 'none']) {
      assert.equal(asked('POST', site), 200)
      assert.equal(asked('GET', site, { upgrade: 'websocket' }), 200)
    }
  })

  it('takes pages that are allowed, by their origin, and all where all are', () => {
    assert.equal(asked('POST', 'cross-site', { origin: 'https://chat.example' }), 200)
    const all = { ...sites, allowedOrigins: ['*'], isKnown: true }
    assert.equal(asked('POST', 'cross-site', {}, all), 200)
  })
})
