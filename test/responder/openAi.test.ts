import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ServerResponse } from 'node:http'
import { Refusal } from '../../src/domain/refusals.ts'
import type { AnswerPiece, Responder } from '../../src/app/probes/responder.ts'
import { openAiResponder } from '../../src/responder/openAi.ts'
import { startModel, streams, type Model } from '../graphql/support/model.ts'
import { pause, waitFor } from '../support/waitFor.ts'

describe('an answer that is streamed', () => {
  let model: Model
  let responder: Responder
  const responderOf = (timeoutMs: number) => openAiResponder({ url: model.url, apiKey: 'k', model: 'small', timeoutMs })
  const asked = { model: 'small', messages: [{ role: 'user' as const, content: 'Why?' }] }
  before(async () => {
    model = await startModel()
    responder = responderOf(20_000)
  })
  after(() => model.close())

  async function stream(signal?: AbortSignal, of = responder) {
    const pieces: AnswerPiece[] = []
    const answer = of.stream({ ...asked, signal }, (piece) => void pieces.push(piece))
    return { pieces, answer: await answer.catch((error: unknown) => error) }
  }

  it('is told piece by piece, and whole in the end', async () => {
    model.does = streams(['Be', 'cause', '.'])
    const { pieces, answer } = await stream()
    assert.deepEqual(
      pieces.map(({ text }) => text),
      ['Be', 'cause', '.'],
    )
    assert.deepEqual(answer, {
      text: 'Because.',
      message: { role: 'assistant', content: 'Because.' },
      toolCalls: [],
      stopReason: 'stop',
      model: 'small-2026',
      usage: { inputTokens: 11, outputTokens: 7, cacheReadTokens: null },
    })
    assert.equal(model.asked.at(-1)?.stream, true)
  })

  it('tells thoughts apart, which are no part of the text', async () => {
    model.does = streams([{ reasoning_content: 'Hm.' }, { reasoning: 'Hm!' }, 'So.'])
    const { pieces, answer } = await stream()
    assert.deepEqual(
      pieces.map(({ kind }) => kind),
      ['thinking', 'thinking', 'text'],
    )
    assert.equal((answer as { text: string }).text, 'So.')
  })

  it('puts calls of tools together', async () => {
    const call = (more: object) => ({ tool_calls: [{ index: 0, ...more }] })
    const pieces = [
      call({ id: 'c1', function: { name: 'look', arguments: '{"a"' } }),
      call({ function: { arguments: ':1}' } }),
    ]
    model.does = streams(pieces, { reason: 'tool_calls' })
    const { answer } = await stream()
    assert.deepEqual((answer as { message: unknown; toolCalls: unknown }).toolCalls, ['c1'])
    assert.deepEqual((answer as { message: { tool_calls: unknown } }).message.tool_calls, [
      { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } },
    ])
  })

  it('ends when its signal says so, and the endpoint is told', { timeout: 20_000 }, async () => {
    model.does = streams(['One.'], { hangs: true })
    const leaving = new AbortController()
    const before = model.brokenOff()
    const answer = responder.stream({ ...asked, signal: leaving.signal }, () => leaving.abort(new Error('left')))
    await assert.rejects(answer, /left/)
    await waitFor(() => model.brokenOff() !== before)
  })

  it('is given up when nothing comes for so long', { timeout: 20_000 }, async () => {
    model.does = streams(['One.'], { hangs: true })
    const { pieces, answer } = await stream(undefined, responderOf(1000))
    assert.equal(pieces.length, 1)
    assert.equal((answer as { code: string }).code, 'TIMEOUT')
  })

  it('may take longer than a pause may, as long as it goes on', { timeout: 20_000 }, async () => {
    model.does = streams(['1', '2', '3'])
    const slow = responderOf(200)
    let told = ''
    const answer = await slow.stream(asked, async ({ text }) => {
      await pause(150, 'it is taken so slowly')
      told += text
    })
    assert.equal(told, answer.text)
  })

  it('is refused when it breaks off, or never began', { timeout: 20_000 }, async () => {
    model.does = streams(['One.'], { breaks: true })
    const broken = await stream()
    assert.deepEqual(refusalIn(broken.answer), ['RESPONDER_FAILED', 'CUT_OFF', null])
    assert.equal(broken.pieces.length, 1)
    model.does = (_, response) => response.writeHead(429).end('{}')
    assert.equal(((await stream()).answer as { code: string }).code, 'RATE_LIMITED')
    model.does = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n')
    assert.deepEqual(refusalIn((await stream()).answer), ['RESPONDER_FAILED', 'CUT_OFF', null])
  })

  it('is refused by how the endpoint fails, in one piece and streamed, with nothing that it said', async () => {
    const json = { 'content-type': 'application/json' }
    const completion = JSON.stringify({ id: 'x', object: 'chat.completion', model: 'm', choices: [] })
    const failures = [
      [
        (_: unknown, response: ServerResponse) => response.writeHead(401, json).end('{"error":{"message":"secret"}}'),
        'STATUS',
        401,
      ],
      [(_: unknown, response: ServerResponse) => response.writeHead(500).end('secret'), 'STATUS', 500],
      [(_: unknown, response: ServerResponse) => response.writeHead(503).end('<html>secret</html>'), 'STATUS', 503],
      [
        (_: unknown, response: ServerResponse) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<html>secret</html>'),
        'NO_ANSWER',
        null,
      ],
      [(_: unknown, response: ServerResponse) => response.writeHead(200, json).end('{"secret":'), 'NO_ANSWER', null],
      [(_: unknown, response: ServerResponse) => response.writeHead(200, json).end(completion), 'NO_CHOICES', null],
      [(_: unknown, response: ServerResponse) => response.destroy(), 'UNREACHABLE', null],
    ] as const
    for (const [does, kind, status] of failures) {
      model.does = does
      const whole = await responder.answer(asked).catch((error: unknown) => error)
      assert.deepEqual(refusalIn(whole), ['RESPONDER_FAILED', kind, status])
      assert.doesNotMatch(JSON.stringify([(whole as Error).message, (whole as Refusal).facts]), /secret/)
      const streamed = refusalIn((await stream()).answer)
      assert.deepEqual(streamed.slice(0, 1), ['RESPONDER_FAILED'], kind)
      if (kind === 'STATUS' || kind === 'UNREACHABLE') assert.deepEqual(streamed.slice(1), [kind, status])
    }
    const away = openAiResponder({ url: 'http://127.0.0.1:1/v1', apiKey: null, model: 'm', timeoutMs: 20_000 })
    assert.deepEqual(refusalIn(await away.answer(asked).catch((error: unknown) => error)).slice(0, 2), [
      'RESPONDER_FAILED',
      'UNREACHABLE',
    ])
  })

  it('fails as who is told fails', async () => {
    model.does = streams(['One.'])
    const told = responder.stream(asked, () => Promise.reject(new Error('the teller')))
    await assert.rejects(told, /the teller/)
  })
})

function refusalIn(thrown: unknown): unknown[] {
  if (!(thrown instanceof Refusal)) return [thrown]
  const { code, facts } = thrown as Refusal<'RESPONDER_FAILED'>
  return [code, facts.kind, facts.status]
}
