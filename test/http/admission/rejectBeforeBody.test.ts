import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Overloaded } from '../../../src/app/access/overloaded.ts'
import { rejectBeforeBody } from '../../../src/http/admission/rejectBeforeBody.ts'
import { fakeOf } from '../../support/fakes.ts'

const refusal = new Overloaded('The server', 3, 'requests under way')

/** What a request is answered in one write, null where it must be answered as usual. */
function answered(headers: Record<string, string>, { method = 'POST', url = '/graphql' } = {}) {
  let [status, text, isHijacked] = [0, '', false]
  let sent: string[] = []
  const raw = {
    writeHead: (code: number, list: string[]) => ([status, sent] = [code, list]),
    end: (body: string) => (text = body),
  }
  const request = fakeOf<FastifyRequest>('fastify request', { method, headers, routeOptions: { url }, url })
  const reply = fakeOf<FastifyReply>('fastify reply', { raw, hijack: () => (isHijacked = true) })
  if (!rejectBeforeBody(request, reply, refusal)) {
    assert.deepEqual([status, isHijacked], [0, false], 'nothing is written')
    return null
  }
  const pairs = sent.flatMap((name, k) => (k % 2 === 0 ? [[name, sent[k + 1] ?? ''] as const] : []))
  return { status, headers: Object.fromEntries(pairs), text, isHijacked }
}

describe('a request that there is no room for', () => {
  it('is answered at once with 503, when to come again, and why', () => {
    const answer = answered({ 'content-length': '10' })
    assert.equal(answer?.status, 503)
    assert.equal(answer.headers['retry-after'], '1')
    assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.text)))
    assert.match(answer.text, /"code":"OVERLOADED"/)
    assert.equal(answer.isHijacked, true)
  })

  it('is answered in the form of where it was sent: GraphQL has errors', () => {
    const graphql = JSON.parse(answered({ 'content-length': '1' })?.text ?? '') as object
    const other = JSON.parse(answered({}, { method: 'GET', url: '/export/:conversationId' })?.text ?? '') as object
    assert.ok('errors' in graphql)
    assert.notDeepEqual(Object.keys(other), Object.keys(graphql))
  })

  it('needs no length where it is a GET, and else a short one', () => {
    assert.notEqual(answered({}, { method: 'GET' }), null)
    assert.notEqual(answered({ 'content-length': '65536' }), null)
    for (const headers of [{}, { 'content-length': '65537' }, { 'content-length': 'x' }])
      assert.equal(answered(headers as Record<string, string>), null)
  })

  it('is answered as usual where a page of a browser sent it, or where it waits for leave to go on', () => {
    assert.equal(answered({ 'content-length': '10', origin: 'https://a.example' }), null)
    assert.equal(answered({ 'content-length': '10', expect: '100-continue' }), null)
  })
})
