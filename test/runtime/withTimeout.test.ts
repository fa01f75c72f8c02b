import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withProgress, withTimeout } from '../../src/runtime/withTimeout.ts'
import { pause } from '../support/waitFor.ts'

const late = () => new Error('late')

describe('work with a timeout', () => {
  it('answers, or fails as it failed, before the time is over', async () => {
    assert.equal(await withTimeout(Promise.resolve('done'), 60_000, late), 'done')
    await assert.rejects(withTimeout(Promise.reject(new Error('its own')), 60_000, late), /its own/)
  })

  it('is rejected once the time is over, whatever it does later', async () => {
    let fail: (error: Error) => void = () => undefined
    const work = new Promise<never>((_, reject) => (fail = reject))
    await assert.rejects(withTimeout(work, 5, late), /late/)
    fail(new Error('too late to be heard'))
    await pause(5, 'nobody hears that it failed')
  })

  it('has its time anew with each report of progress, and none of it counts once it is over', async () => {
    let report = (): void => undefined
    const work = async (onProgress: () => void) => {
      report = onProgress
      for (let n = 0; n < 6; n++) {
        await pause(200, 'a step takes so long')
        onProgress()
      }
      return 'done'
    }
    assert.equal(await withProgress(1_000, late, work), 'done')
    report()
  })

  it('leaves no timer behind where it throws at once', async () => {
    const work = (): Promise<never> => {
      throw new Error('at once')
    }
    await assert.rejects(withProgress(60_000, late, work), /at once/)
    assert.ok(!process.getActiveResourcesInfo().includes('Timeout'))
  })
})
