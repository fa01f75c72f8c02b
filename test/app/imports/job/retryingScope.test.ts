import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Retry } from '../../../../src/app/imports/job/retry.ts'
import { retryingScope } from '../../../../src/app/imports/job/retryingScope.ts'
import { tenantNamed } from '../../../../src/domain/access/tenant.ts'
import { newConversation } from '../../../../src/domain/messages/newConversation.ts'
import { fakeScope } from '../../../support/fakes.ts'

/** Asks again at once, oftener than it fails here. */
const patience: Retry = async (ask) => {
  for (let tries = 0; tries < 9; tries++)
    try {
      return await ask()
    } catch {
      // It is away: once more.
    }
  return ask()
}

/** A scope whose store and lanes fail twice before each answer. */
function failing() {
  const calls: string[] = []
  const twice = <T>(name: string, answer: () => T) => {
    let tries = 0
    return () => {
      calls.push(name)
      return tries++ % 3 < 2 ? Promise.reject(new Error('away')) : Promise.resolve(answer())
    }
  }
  const conversation = newConversation('c', '2026-01-01T00:00:00.000000000Z')
  const store = { conversations: twice('read', () => [conversation]), commit: twice('write', () => 'written') }
  const lanes = { run: twice('lane', () => 'decided') }
  const reads = { clear: () => calls.push('clear') }
  return { calls, scope: fakeScope({ tenant: tenantNamed('t'), store, lanes, reads }) }
}

it('whatever is asked of the store is asked until it answers', async () => {
  const { calls, scope } = failing()
  const patient = retryingScope(scope, patience)
  assert.equal(await (patient.store as unknown as { commit: () => Promise<string> }).commit(), 'written')
  assert.deepEqual(calls, ['write', 'write', 'write'])
  assert.equal((await patient.reads.conversation('c'))?.id, 'c')
})

it('what is decided in a lane is decided again', async () => {
  const { calls, scope } = failing()
  const { lanes } = retryingScope(scope, patience)
  assert.equal(await (lanes as unknown as { run: () => Promise<string> }).run(), 'decided')
  assert.deepEqual(calls, ['lane', 'lane', 'lane'])
})

it('what the request itself has read is forgotten as well', () => {
  const { calls, scope } = failing()
  retryingScope(scope, patience).reads.clear()
  assert.deepEqual(calls, ['clear'])
})
