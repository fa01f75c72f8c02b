import assert from 'node:assert/strict'
import { it } from 'node:test'
import { modelOf, notConfigured } from '../../../src/app/probes/configured.ts'

it('the model that is asked is the one that was named, else the configured one', () => {
  assert.equal(modelOf({ model: 'usual' }, 'named'), 'named')
  assert.equal(modelOf({ model: 'usual' }, null), 'usual')
  assert.equal(modelOf({ model: 'usual' }, undefined), 'usual')
  for (const [model, named] of [
    [null, null],
    [' ', null],
    ['usual', ''],
    [null, ' \n'],
  ] as const)
    assert.throws(() => modelOf({ model }, named), { code: 'BAD_INPUT', field: ['model'] })
})

it('who asks where no model is configured is told which variable does it', () => {
  const { code, facts, message } = notConfigured()
  assert.deepEqual([code, facts], ['RESPONDER_NOT_CONFIGURED', { variable: 'RESPONDER_URL' }])
  assert.match(message, /RESPONDER_URL/)
})
