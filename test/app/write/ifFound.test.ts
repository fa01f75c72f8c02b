import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ifFound } from '../../../src/app/write/ifFound.ts'
import { badInput, notFound } from '../../../src/domain/refusals.ts'

it('what is not there is no error, and every other failure stays one', async () => {
  assert.equal(await ifFound(Promise.resolve('there'), null), 'there')
  assert.equal(await ifFound(Promise.reject(notFound('Message', 'a')), false), false)
  await assert.rejects(ifFound(Promise.reject(badInput('wrong')), null), { code: 'BAD_INPUT' })
  await assert.rejects(ifFound(Promise.reject(Object.assign(new Error('away'), { code: 'NOT_FOUND' })), null), /away/)
})
