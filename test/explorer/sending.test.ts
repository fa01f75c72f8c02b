import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Action } from '../../src/explorer/actions/action.ts'
import { createSend, type Failure, type Perform } from '../../src/explorer/actions/sending.ts'

const say = (text: string, head = 'p'): Action => ({
  kind: 'add',
  conversationId: 'c',
  parent: head,
  role: 'USER',
  text,
  attachments: [],
  head,
})

const lost: Failure = { text: 'no answer', isUnknown: true }
const refusal: Failure = { text: 'refused', isUnknown: false }

/** A server that answers when it is told to, and what it was asked. */
function slowServer() {
  const asked: { readonly action: Action; readonly key: string; readonly answer: (failure: Failure | null) => void }[] =
    []
  const perform: Perform = (action, onDone, key = '') =>
    new Promise((resolve) => {
      const answer = (failure: Failure | null): void => {
        if (failure === null) onDone?.()
        resolve(failure)
      }
      asked.push({ action, key, answer })
    })
  return { asked, perform }
}

describe('what is written in a field of the page', () => {
  it('is sent once however often it is submitted before the server has answered', async () => {
    const { asked, perform } = slowServer()
    const busy: boolean[] = []
    const send = createSend(perform, (isSending) => busy.push(isSending))
    let closed = 0
    const first = send(say('one'), () => closed++)
    assert.equal(await send(say('one'), () => closed++), null)
    assert.equal(await send(say('another'), () => closed++), null)
    assert.deepEqual([asked.length, closed, busy], [1, 0, [true]])
    asked[0]?.answer(null)
    assert.equal(await first, null)
    assert.deepEqual([closed, busy], [1, [true, false]])
    void send(say('two'), () => closed++)
    assert.equal(asked.length, 2)
  })

  it('stays where the server does not answer, and is asked again under the same key', async () => {
    const { asked, perform } = slowServer()
    const send = createSend(perform, () => undefined)
    let closed = 0
    const unanswered = send(say('one'), () => closed++)
    asked[0]?.answer(lost)
    assert.deepEqual([await unanswered, closed], ['no answer', 0])
    const again = send(say('one'), () => closed++)
    asked[1]?.answer(null)
    await again
    void send(say('one'), () => closed++)
    const [first, second, third] = asked.map(({ key }) => key)
    assert.deepEqual([closed, second === first, third === first, first === ''], [1, true, false, false])
  })

  it('is asked again as it was asked where its answer was lost, though the head has moved by it meanwhile', async () => {
    const { asked, perform } = slowServer()
    const send = createSend(perform, () => undefined)
    const unanswered = send(say('one', 'p'), () => undefined)
    asked[0]?.answer(lost)
    await unanswered
    void send(say('one', 'moved'), () => undefined)
    assert.deepEqual([asked[1]?.action, asked[1]?.key], [say('one', 'p'), asked[0]?.key])
  })

  it('is asked at the head of now where it was refused, under another key', async () => {
    const { asked, perform } = slowServer()
    const send = createSend(perform, () => undefined)
    const refused = send(say('one', 'p'), () => undefined)
    asked[0]?.answer(refusal)
    await refused
    void send(say('one', 'moved'), () => undefined)
    const [first, second] = asked
    assert.deepEqual([second?.action, second?.key === first?.key], [say('one', 'moved'), false])
  })

  it('has another key where its words are other ones', async () => {
    const { asked, perform } = slowServer()
    const send = createSend(perform, () => undefined)
    const refused = send(say('one'), () => undefined)
    asked[0]?.answer(refusal)
    await refused
    void send(say('two'), () => undefined)
    assert.notEqual(asked[1]?.key, asked[0]?.key)
  })

  it('can be sent again where what sends it throws', async () => {
    const busy: boolean[] = []
    const send = createSend(
      () => Promise.reject(new Error('gone')),
      (isSending) => busy.push(isSending),
    )
    for (const times of [1, 2]) {
      await assert.rejects(
        send(say('one'), () => undefined),
        /gone/,
      )
      assert.equal(busy.length, 2 * times)
    }
  })
})
