import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { answerHeaders, requestHeaders, unknownHeader } from '../../../../src/adapters/proxy/pass/headers.ts'

describe('the headers of a request that is passed on', () => {
  it('are as they came, in their order and spelling, for another host', () => {
    const raw = ['Host', 'here', 'X-Api-Key', 'k', 'accept', 'a', 'Accept', 'b']
    assert.deepEqual(requestHeaders(raw, 'there', { body: 'none' }), [
      'Host',
      'there',
      'X-Api-Key',
      'k',
      'accept',
      'a',
      'Accept',
      'b',
    ])
    assert.deepEqual(requestHeaders([], 'there', { body: 'none' }), ['Host', 'there'])
  })

  it('are without those of one connection, those that are named in it, and those said to this server', () => {
    const raw = [
      'Connection',
      'close, X-Own',
      'x-own',
      '1',
      'TE',
      'trailers',
      'Expect',
      '100-continue',
      'X-Turngraph-Key',
      'secret',
      'upgrade',
      'h2c',
      'Proxy-Authorization',
      'secret',
      'a',
      '1',
    ]
    assert.deepEqual(requestHeaders(raw, 'there', { body: 'none' }), ['Host', 'there', 'a', '1'])
  })

  it('say once where the body ends, as the proxy frames it, whatever they said before', () => {
    const raw = ['content-length', '3', 'Transfer-Encoding', 'chunked', 'a', '1']
    assert.deepEqual(requestHeaders(raw, 'b', { body: 'none' }), ['Host', 'b', 'a', '1'])
    assert.deepEqual(requestHeaders(raw, 'b', { body: 'chunked' }), [
      'Host',
      'b',
      'a',
      '1',
      'Transfer-Encoding',
      'chunked',
    ])
    assert.deepEqual(requestHeaders(raw, 'b', { body: 'length', length: '7' }), [
      'Host',
      'b',
      'a',
      '1',
      'Content-Length',
      '7',
    ])
  })
})

describe('the headers of an answer that is passed back', () => {
  it('are as they came but for those of the connection, with more behind them', () => {
    const raw = [
      'X-Cost',
      'a',
      'x-cost',
      'b',
      'Keep-Alive',
      'timeout=5',
      'Transfer-Encoding',
      'chunked',
      'Connection',
      'x-own',
      'X-Own',
      '1',
    ]
    assert.deepEqual(answerHeaders(raw, [['x-more', '1']]), ['X-Cost', 'a', 'x-cost', 'b', 'x-more', '1'])
    assert.deepEqual(answerHeaders([], []), [])
  })

  it('are without what an upstream may say of its own origin alone, and without headers of ours', () => {
    const names = [
      'Set-Cookie',
      'Access-Control-Allow-Origin',
      'access-control-expose-headers',
      'Service-Worker-Allowed',
      'X-Turngraph-Conversation',
      'Clear-Site-Data',
      'Alt-Svc',
      'Strict-Transport-Security',
      'Report-To',
      'NEL',
      'X-Content-Type-Options',
      'Cross-Origin-Resource-Policy',
      'Refresh',
    ]
    assert.deepEqual(
      answerHeaders(
        names.flatMap((name) => [name, '*']),
        [],
      ),
      [],
    )
    assert.deepEqual(answerHeaders(['X-Turngraph-Error', 'theirs'], [['x-turngraph-error', 'BUSY']]), [
      'x-turngraph-error',
      'BUSY',
    ])
  })

  it('keep every header of the upstream that is not of the connection, in its order', () => {
    const name = fc.constantFrom('a', 'B', 'content-type', 'X-Request-Id', 'Trailer')
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        assert.deepEqual(answerHeaders(pairs.flat(), []), pairs.filter(([of]) => of !== 'Trailer').flat())
      }),
    )
  })
})

describe('a header of our own', () => {
  it('is known in any spelling, or named as it is written small', () => {
    assert.equal(
      unknownHeader(['X-Turngraph-Key', 'a', 'x-turngraph-conversation', 'b', 'X-TURNGRAPH-RECORD', 'c', 'd', 'e']),
      null,
    )
    assert.equal(unknownHeader(['a', 'x-turngraph-keys', 'X-Turngraph-Keys', 'b']), 'x-turngraph-keys')
    assert.equal(unknownHeader([]), null)
  })
})
