// Takes long: 200 streams at once.
/** What recording does where it may not, where there is no room, and where the store is away: the caller never notices. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createRecorder, type RecorderParts } from '../../../src/adapters/proxy/record/recorder.ts'
import { messagesWire } from '../../../src/adapters/proxy/wires/messages.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { StoreUnavailable } from '../../../src/storage/graphStore.ts'
import { startApi } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { conversationIds, recorded, whenRecorded } from './support/recorded.ts'
import { answerAsAsked, startUpstream, type Upstream } from './support/upstream.ts'

const bodyOf = (words: string) =>
  JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: words }] })
const answered = { status: 200, headers: { 'content-type': 'application/json' } }
const outcome = { status: 200, ms: 1, ttfbMs: 1, cutBy: null }

describe('a recorder', () => {
  let unrecordedCodes: string[]
  const logged: unknown[] = []
  beforeEach(() => {
    unrecordedCodes = []
    logged.length = 0
  })
  const created = (more: Partial<RecorderParts> = {}) =>
    createRecorder({
      log: { warn: (line: unknown) => void logged.push(line) } as RecorderParts['log'],
      onRecorded: () => assert.fail('Nothing is stored here.'),
      onUnrecorded: (code) => void unrecordedCodes.push(code),
      codeOf: (error) => (error instanceof StoreUnavailable ? 'UNAVAILABLE' : 'INTERNAL'),
      mode: 'all',
      room: { most: 1_000_000, share: 1_000_000, silentMs: 60_000 },
      ...more,
    })
  const away = (): Scope => {
    throw new StoreUnavailable('The store is away.')
  }
  const asked = {
    wire: messagesWire,
    tenant: 't',
    scope: away,
    onRevoked: () => () => undefined,
    headers: {},
    pathConversation: null,
  }

  it('gives up what there is no room for, counts it, and has its room back', async () => {
    const recorder = created({ room: { most: 20_000, share: 20_000, silentMs: 60_000 } })
    const first = recorder.begin(asked)
    const second = recorder.begin(asked)
    assert.ok(first && second)
    first.request.add(Buffer.alloc(6_000))
    // It has all room that is left, and one byte more than that.
    second.request.add(Buffer.alloc(20_000 - 2 * 4096 - 6_000 + 1))
    assert.deepEqual([first.request.isWhole, second.request.isWhole], [true, false])
    await second.end(answered, outcome)
    assert.deepEqual(unrecordedCodes, ['BUSY'])
    first.request.add(Buffer.alloc(20_000))
    await first.end(answered, outcome)
    assert.deepEqual(unrecordedCodes, ['BUSY', 'BUSY'])
    assert.equal(recorder.waiting.taken(), 0)
    recorder.stop()
  })

  it('begins nothing where requests that wait have all room', () => {
    const recorder = created({ room: { most: 10_000, share: 10_000, silentMs: 60_000 } })
    const begun = [1, 2, 3].map(() => recorder.begin(asked))
    assert.deepEqual(
      begun.map((one) => one !== null),
      [true, true, false],
    )
    assert.deepEqual(unrecordedCodes, ['BUSY'])
    recorder.stop()
  })

  it('counts what a store that is away does not take, and logs one line for all of it', async () => {
    const recorder = created()
    for (let n = 0; n < 20; n++) {
      const recording = recorder.begin(asked)
      assert.ok(recording)
      recording.request.add(Buffer.from(bodyOf(`${n}`)))
      recording.answer.add(Buffer.from('{}'))
      await recording.end(answered, outcome)
    }
    assert.deepEqual([...new Set(unrecordedCodes)], ['UNAVAILABLE'])
    assert.deepEqual([unrecordedCodes.length, logged.length, recorder.waiting.taken()], [20, 1, 0])
    recorder.stop()
  })
})

describeOnce('a proxy that is told what to record', () => {
  let upstream: Upstream
  before(async () => (upstream = await startUpstream()))
  after(() => upstream.close())
  beforeEach(() => (upstream.answer = answerAsAsked))
  const started = (more: Record<string, string>) => startApi({ PROXY_ANTHROPIC_UPSTREAM: upstream.url, ...more })
  const post = async (url: string, words: string) => {
    const response = await fetch(url, { method: 'POST', body: bodyOf(words) })
    assert.equal(response.status, 200)
    return response.text()
  }

  it('records with PROXY_RECORD=sessions what names a conversation, and with off nothing', async () => {
    for (const [mode, expected] of [
      ['sessions', ['named']],
      ['off', []],
    ] as const) {
      const api = await started({ PROXY_RECORD: mode })
      try {
        await post(`${api.url}/v1/messages`, 'by nobody')
        await post(`${api.url}/c/named/v1/messages`, 'by a session')
        if (mode === 'sessions') await whenRecorded(api, 1)
        assert.deepEqual(await conversationIds(api), expected)
      } finally {
        await api.close()
      }
    }
  })

  it('passes 200 streams at once, and records each as it is', async () => {
    const api = await started({})
    try {
      const names = Array.from({ length: 200 }, (_, n) => `stream-${n}`)
      await Promise.all(names.map((name) => post(`${api.url}/c/${name}/v1/messages`, name)))
      await whenRecorded(api, names.length)
      for (const name of names)
        assert.deepEqual((await recorded(api, name)).path, [`USER: ${name}`, 'ASSISTANT: answer to 1'])
    } finally {
      await api.close()
    }
  })
})
