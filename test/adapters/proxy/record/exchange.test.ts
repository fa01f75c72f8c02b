import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  proxyFacts,
  stopReasonOf,
  type Exchange,
  type ExchangeOutcome,
} from '../../../../src/adapters/proxy/record/exchange.ts'
import { wireAt } from '../../../../src/adapters/proxy/wires/index.ts'
import type { WireAnswer } from '../../../../src/adapters/proxy/wires/wire.ts'

const outcome: ExchangeOutcome = { status: 200, ms: 20, ttfbMs: 5, cutBy: null }
const exchange = (more: Partial<Exchange>) => ({ wire: wireAt('/messages'), outcome, error: null, ...more }) as Exchange

describe('what is kept of a request beside its turns', () => {
  it('is its API, how it ended and how long it took', () => {
    assert.deepEqual(proxyFacts(exchange({}), null), { api: 'messages', status: 200, ms: 20, ttfbMs: 5 })
  })

  it('names its setup where there is one', () => {
    assert.deepEqual(proxyFacts(exchange({}), 'hash')['setup'], 'hash')
  })

  it('has the error of the upstream with its status, and no status where no answer came', () => {
    const failed = exchange({ error: 'overloaded_error', outcome: { ...outcome, status: 529 } })
    assert.deepEqual(proxyFacts(failed, null)['error'], { status: 529, type: 'overloaded_error' })
    const lost = exchange({ outcome: { status: null, ms: 7, ttfbMs: null, cutBy: 'upstream' } })
    assert.deepEqual(proxyFacts(lost, null), { api: 'messages', status: null, ms: 7, ttfbMs: null })
  })
})

describe('why an answer ended', () => {
  const reason = (stopReason: string | null, cutBy: ExchangeOutcome['cutBy']) =>
    stopReasonOf({ stopReason } as WireAnswer, { ...outcome, cutBy })

  it('is what the upstream says, also where the connection was cut behind it', () => {
    assert.deepEqual([reason('end_turn', null), reason('end_turn', 'client')], ['end_turn', 'end_turn'])
  })

  it('is kept where it is a word, in capitals as well, and else is said to be another', () => {
    assert.deepEqual(
      ['max_tokens', 'v1.stop-x', 'STOP', 'MAX_TOKENS', 'a secret', 'x'.repeat(65), ''].map((text) =>
        reason(text, null),
      ),
      ['max_tokens', 'v1.stop-x', 'STOP', 'MAX_TOKENS', 'other', 'other', 'other'],
    )
  })

  it('is that word on each wire', () => {
    const answers: Readonly<Record<string, object>> = {
      '/chat/completions': { choices: [{ message: { role: 'assistant', content: 'a' }, finish_reason: 'MAX_TOKENS' }] },
      '/messages': {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'a' }],
        stop_reason: 'MAX_TOKENS',
      },
      '/responses': {
        status: 'incomplete',
        incomplete_details: { reason: 'MAX_TOKENS' },
        output: [{ type: 'message', role: 'assistant', content: [] }],
      },
    }
    for (const [path, body] of Object.entries(answers))
      assert.deepEqual(
        wireAt(path)
          ?.answer(body as never)
          .map((one) => stopReasonOf(one, outcome)),
        ['MAX_TOKENS'],
        path,
      )
  })

  it('is that the client aborted it, or else that it was cut', () => {
    assert.deepEqual([reason(null, 'client'), reason(null, 'upstream'), reason(null, null)], ['aborted', 'cut', 'cut'])
  })
})
