import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  mostMessages,
  mostValues,
  refuseManyMessages,
  refuseManyValues,
  TooLong,
} from '../../../../src/adapters/proxy/record/tooLong.ts'

describe('a request that is too long to be recorded', () => {
  it('is one of more values than are read at once, whatever it calls them', async () => {
    const list = (amount: number) => `{"x":[${Array(amount).fill('0').join(',')}]}`
    await refuseManyValues(list(mostValues - 2))
    await assert.rejects(refuseManyValues(list(mostValues)), TooLong)
    await assert.rejects(refuseManyValues('['.repeat(mostValues + 1)), TooLong)
    await assert.rejects(refuseManyValues(`[${'{"a":0},'.repeat(mostValues / 2)}`), TooLong)
  })

  it('is none of many marks in its texts, or of many bytes', async () => {
    for (const text of [`${'",[{'.repeat(mostValues)}\\`, 'x'.repeat(4_000_000)])
      await assert.doesNotReject(refuseManyValues(JSON.stringify({ text })))
  })

  it('lets the process do other things while it is looked through', async () => {
    let breaths = 0
    const timer = setInterval(() => breaths++, 0)
    await refuseManyValues('x'.repeat(20_000_000))
    clearInterval(timer)
    assert.ok(breaths > 5, `${breaths}`)
  })

  it('is one of more messages than are read at once, in each API', () => {
    const list = (amount: number) => Array<string>(amount).fill('')
    for (const name of ['messages', 'input']) {
      refuseManyMessages({ [name]: list(mostMessages) })
      assert.throws(() => refuseManyMessages({ [name]: list(mostMessages + 1) }), TooLong)
    }
    refuseManyMessages({ input: 'x' })
  })
})
