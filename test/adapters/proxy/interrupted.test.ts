/** An upstream that stalls and a store that is away while requests pass: the caller gets the same bytes, and what was lost comes later. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { recorded, whenRecorded } from './support/recorded.ts'
import { answerWith, anthropicEvents, startUpstream, type Upstream } from './support/upstream.ts'

describeOnce('a request that passes the proxy meanwhile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-interrupted-'))
  let upstream: Upstream
  let api: Api
  let isAway = false
  before(async () => {
    upstream = await startUpstream()
    const open = await openSqliteStore({ path: join(folder, 'store.db') })
    const store = intercept(open, (_, call) => (isAway ? Promise.reject(new StoreUnavailable('It is away.')) : call()))
    api = await startApi({ PROXY_ANTHROPIC_UPSTREAM: upstream.url }, { store })
  })
  after(async () => {
    await api.close()
    await upstream.close()
    rmSync(folder, { recursive: true, force: true })
  })
  type Message = Readonly<{ role: string; content: string }>
  const ask = (id: string, messages: readonly Message[]) =>
    fetch(`${api.url}/c/${id}/v1/messages`, { method: 'POST', body: JSON.stringify({ model: 'm', messages }) })
  const user = (content: string): Message => ({ role: 'user', content })

  it('is waited for where its upstream stalls, and holds up no other one', async () => {
    const going = new EventEmitter()
    const events = anthropicEvents(1, 'slowly, but whole')
    upstream.answer = async (met, response) => {
      if (!met.body.includes('stall')) {
        answerWith(met, response, 'at once')
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(events.slice(0, 3).join(''))
      await once(going, 'on')
      response.end(events.slice(3).join(''))
    }
    const stalled = await ask('stalled', [user('stall')])
    await (await ask('other', [user('go')])).text()
    await whenRecorded(api, 1)
    assert.deepEqual((await recorded(api, 'other')).path, ['USER: go', 'ASSISTANT: at once'])
    going.emit('on')
    assert.equal(await stalled.text(), events.join(''))
    await whenRecorded(api, 2)
    assert.deepEqual((await recorded(api, 'stalled')).path, ['USER: stall', 'ASSISTANT: slowly, but whole'])
  })

  it('is answered where the store is away, is counted, and comes with the next one of its conversation', async () => {
    let sent = ''
    upstream.answer = (_, response) => {
      sent = JSON.stringify({
        type: 'message',
        role: 'assistant',
        id: 'msg_a',
        content: [{ type: 'text', text: 'so' }],
      })
      response.writeHead(200, { 'content-type': 'application/json' }).end(sent)
    }
    isAway = true
    const answer = await ask('away', [user('lost?')])
    assert.deepEqual([answer.status, await answer.text()], [200, sent])
    await whenRecorded(api, 3)
    isAway = false
    assert.match(
      await (await fetch(`${api.url}/metrics`)).text(),
      /turngraph_proxy_unrecorded_total\{code="TIMEOUT"\} 1/,
    )
    const lines = api.logged.filter((line) => line.includes('not recorded'))
    assert.deepEqual([lines.length, lines[0]?.includes('TIMEOUT')], [1, true])
    await (await ask('away', [user('lost?'), { role: 'assistant', content: 'so' }, user('no')])).text()
    await whenRecorded(api, 4)
    assert.deepEqual((await recorded(api, 'away')).path, ['USER: lost?', 'ASSISTANT: so', 'USER: no', 'ASSISTANT: so'])
  })
})
