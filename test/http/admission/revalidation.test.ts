import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { Identity } from '../../../src/http/admission/authenticate/identity.ts'
import { onRevoked } from '../../../src/http/admission/revalidation.ts'

/** Ends of an identity, counted, and what stops the watch. */
function watched(identity: Partial<Identity>) {
  let ends = 0
  const stop = onRevoked(
    { endsAt: null, holds: () => Promise.resolve(true), ...identity } as Identity,
    () => ends++,
    1_000,
  )
  return { stop, ends: () => ends }
}
/** Answers of the registry come in turns of their own. */
const settled = async () => {
  for (let k = 0; k < 5; k++) await Promise.resolve()
}
const pass = async (ms: number) => {
  mock.timers.tick(ms)
  await settled()
}

describe('an identity that is followed', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 0 }))
  afterEach(() => mock.timers.reset())

  it('ends when its time is over, once', async () => {
    const { ends } = watched({ endsAt: 1_500 })
    await pass(1_499)
    assert.equal(ends(), 0)
    await pass(1)
    assert.equal(ends(), 1)
    await pass(10_000)
    assert.equal(ends(), 1)
  })

  it('ends a while after it was revoked, once', async () => {
    let holds = true
    const { ends } = watched({ holds: () => Promise.resolve(holds) })
    await pass(3_000)
    assert.equal(ends(), 0)
    holds = false
    await pass(1_000)
    assert.equal(ends(), 1)
    await pass(10_000)
    assert.equal(ends(), 1)
  })

  it('goes on while the registry cannot be asked, and ends once it says so', async () => {
    let answer: () => Promise<boolean> = () => Promise.reject(new Error('away'))
    const { ends } = watched({ holds: () => answer() })
    await pass(3_000)
    assert.equal(ends(), 0)
    answer = () => Promise.resolve(false)
    await pass(1_000)
    assert.equal(ends(), 1)
  })

  it('does not end once it is followed no more', async () => {
    const { stop, ends } = watched({ endsAt: 2_500, holds: () => Promise.resolve(false) })
    stop()
    await pass(10_000)
    assert.equal(ends(), 0)
  })
})
