import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { authorityOf, hostNameOf, isLoopback, originOf } from '../../src/config/siteNames.ts'

describe('a name of a host', () => {
  it('is as browsers write it in an address', () => {
    const names = ['Chat.Example', '10.0.0.7', '127.1', '[::1]', '::1', '0:0:0:0:0:0:0:1', 'a_b', 'x.']
    assert.deepEqual(names.map(hostNameOf), [
      'chat.example',
      '10.0.0.7',
      '127.0.0.1',
      '[::1]',
      '[::1]',
      '[::1]',
      'a_b',
      'x.',
    ])
    for (const wrong of ['', ' a', 'a b', 'a/b', 'a:80', 'a@b', '[::1', '1.2.3.4.5', 'é', '*'])
      assert.equal(hostNameOf(wrong), null, wrong)
  })

  it('is written once: what comes out stays', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
        const name = hostNameOf(text)
        if (name !== null) assert.equal(hostNameOf(name), name)
      }),
    )
  })
})

describe('a Host header', () => {
  it('names a host and perhaps a port', () => {
    assert.deepEqual(authorityOf('Chat.Example'), { name: 'chat.example', port: null })
    assert.deepEqual(authorityOf('a:4000'), { name: 'a', port: 4000 })
    assert.deepEqual(authorityOf('[::1]:80'), { name: '[::1]', port: 80 })
    assert.deepEqual(authorityOf('a:'), { name: 'a', port: null })
    for (const wrong of ['', ':80', 'a:b', 'a:123456', '::1', 'a:80:80', 'a/b', 'a, b', '[a]'])
      assert.equal(authorityOf(wrong), null, wrong)
  })
})

describe('an origin', () => {
  it('is a scheme, a host and perhaps a port, as browsers send it', () => {
    const origins = [
      'https://Chat.Example',
      'http://a:8080/',
      'https://a:443',
      'vscode-webview://AbC',
      'http://[::1]:80',
    ]
    assert.deepEqual(origins.map(originOf), [
      'https://chat.example',
      'http://a:8080',
      'https://a',
      'vscode-webview://abc',
      'http://[::1]',
    ])
    for (const wrong of [
      '',
      '*',
      'null',
      'a.example',
      'https://',
      'https://a/b',
      'https://a?q',
      'https://a#f',
      'https://me@a',
      'https://a b',
    ])
      // prettier-ignore
      assert.equal(originOf(wrong), null, wrong)
  })
})

it('this machine itself is localhost and the loopback addresses', () => {
  for (const name of ['localhost', '[::1]', '127.0.0.1', '127.8.9.10']) assert.ok(isLoopback(name), name)
  for (const name of ['', 'localhost.example', '127.0.0.1.example', '128.0.0.1', '0.0.0.0', '::1', '[::]', '127.0.0'])
    assert.ok(!isLoopback(name), name)
})
