import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { mostDecoded } from '../../../../src/adapters/proxy/record/decoded.ts'
import type { ExchangeOutcome } from '../../../../src/adapters/proxy/record/exchange.ts'
import { createRecorder, type AnswerHead } from '../../../../src/adapters/proxy/record/recorder.ts'
import { mostMessages } from '../../../../src/adapters/proxy/record/tooLong.ts'
import { chatWire } from '../../../../src/adapters/proxy/wires/chat.ts'
import { openExport } from '../../../../src/app/exports/exportConversation.ts'
import { walkList } from '../../../../src/app/read/walkList.ts'
import { resumeConversation } from '../../../../src/app/resume/resumeConversation.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { pathOf } from '../../../support/transcripts.ts'

const answered = { status: 200, headers: { 'content-type': 'application/json' } }
const outcome = { status: 200, ms: 1, ttfbMs: 1, cutBy: null }
const answer = JSON.stringify({
  id: 'x',
  choices: [{ message: { role: 'assistant', content: 'yes' }, finish_reason: 'stop' }],
})
const history = (amount: number) =>
  JSON.stringify({
    messages: Array.from({ length: amount }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `w${n}`,
    })),
  })

function created(share = 1_000_000) {
  const codes: string[] = []
  const recorder = createRecorder({
    log: { warn: () => undefined } as never,
    onRecorded: (api) => void codes.push(api),
    onUnrecorded: (code) => void codes.push(code),
    codeOf: (error) => String(error),
    mode: 'all',
    room: { most: 4 * share, share, silentMs: 60_000 },
  })
  const record = async (
    scope: Scope,
    tenant: string,
    id: string,
    body: string,
    head: AnswerHead = answered,
    bytes: string | Buffer = answer,
    cutBy: ExchangeOutcome['cutBy'] = null,
  ) => {
    // prettier-ignore
    const recording = recorder.begin({
      wire: chatWire,
      tenant,
      scope: () => scope,
      onRevoked: () => () => undefined,
      headers: {},
      pathConversation: id,
    })
    recording?.request.add(Buffer.from(body))
    recording?.sent()
    recording?.answer.add(Buffer.from(bytes))
    await recording?.end(head, { ...outcome, status: head.status, cutBy })
  }
  return { codes, recorder, record }
}

/** What is kept of the errors of a conversation's requests. */
async function errorsOf(scope: Scope, id: string): Promise<unknown[]> {
  const facts: unknown[] = []
  for await (const page of walkList(scope.reads, 'runsOfConversation', id, { limit: 2 }))
    facts.push(...page.map(({ settings }) => (settings as { proxy?: { error?: object } } | null)?.proxy?.error))
  return facts
}

await onEveryStore('what passes a recorder', (on) => {
  it('is stored in parts where its history is long, and is TOO_LONG where it is longer than is read at once', async () => {
    const { codes, recorder, record } = created()
    const scope = on.scope()
    await record(scope, 't', 'long', history(250))
    await record(scope, 't', 'longer', history(mostMessages + 1))
    assert.deepEqual(codes, ['chat', 'TOO_LONG'])
    assert.equal((await pathOf(scope, 'long')).length, 251)
    assert.equal(recorder.waiting.taken(), 0)
    recorder.stop()
  })

  it('is recorded with its request where the answer is larger than is read, which is TOO_LONG and kept as no answer', async () => {
    const { codes, recorder, record } = created(3 * mostDecoded)
    const scope = on.scope()
    const packed = { ...answered, headers: { ...answered.headers, 'content-encoding': 'gzip' } }
    const large = Buffer.alloc(mostDecoded + 1, ' ')
    await record(scope, 't', 'plain', history(1), answered, large)
    await record(scope, 't', 'packed', history(1), packed, gzipSync(large))
    await record(scope, 't', 'cut', history(1), answered, large, 'client')
    assert.deepEqual(codes, ['chat', 'TOO_LONG', 'chat', 'TOO_LONG', 'chat', 'TOO_LONG'])
    for (const id of ['plain', 'packed', 'cut']) {
      assert.equal((await pathOf(scope, id)).length, 1, id)
      assert.deepEqual(await errorsOf(scope, id), [{ status: 200, type: 'too_long' }])
    }
    assert.equal(recorder.waiting.taken(), 0)
    recorder.stop()
  })

  it('is recorded for a tenant while another one has taken all of its share', async () => {
    const { codes, recorder, record } = created(20_000)
    const held = recorder.begin({
      wire: chatWire,
      tenant: 'a',
      scope: () => on.scope(),
      onRevoked: () => () => undefined,
      headers: {},
      pathConversation: null,
    })
    held?.request.add(Buffer.alloc(12_000))
    await record(on.scope(), 'a', 'of-a', history(100))
    await record(on.scope(), 'b', 'of-b', history(100))
    assert.deepEqual(codes, ['BUSY', 'chat'])
    recorder.stop()
  })

  it('goes into a session of another agent without what its program wrote about itself, its folder or its rights', async () => {
    const { recorder, record } = created()
    const scope = on.scope()
    const rights = '<permissions instructions>danger-full-access</permissions instructions>'
    const folder = '<environment_context><cwd>/home/ada</cwd></environment_context>'
    const said = [
      { role: 'system', content: rights },
      { role: 'user', content: folder },
      { role: 'user', content: 'Count the geese.' },
    ]
    await record(scope, 't', 'recorded', JSON.stringify({ messages: said }))
    const { session } = await resumeConversation(scope, { conversationId: 'recorded', agent: 'claude-code', cwd: '/w' })
    const { pieces } = await openExport(scope, { conversationId: 'recorded', session: session.id })
    const file = await buffer(Readable.from(pieces))
    const text = `${file.toString()} ${session.commandLine}`
    assert.match(text, /Count the geese\./)
    assert.doesNotMatch(text, /danger-full-access|environment_context/)
    assert.equal(session.omissions, 'programText=2')
    recorder.stop()
  })

  it('has of an error of the upstream its kind where that is a word, and nothing else that stands there', async () => {
    const { recorder, record } = created()
    const scope = on.scope()
    const kinds: [string, object][] = [
      ['rate_limit.a1', { type: 'rate_limit.a1', message: 'CANARY' }],
      ['insufficient_quota', { type: 'the key CANARY', code: 'insufficient_quota' }],
      ['error', { type: 'CANARY: a text', code: 'x'.repeat(65) }],
      ['error', { type: { CANARY: 1 } }],
    ]
    for (const [k, [kind, error]] of kinds.entries()) {
      await record(scope, 't', `failed-${k}`, history(1), { ...answered, status: 429 }, JSON.stringify({ error }))
      assert.deepEqual(await errorsOf(scope, `failed-${k}`), [{ status: 429, type: kind }])
    }
    recorder.stop()
  })
})
