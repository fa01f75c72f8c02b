import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { it } from 'node:test'
import { outputTo } from '../../src/cli/output.ts'

it('many outputs over a stream listen to it once: an import of many files has one for each', async () => {
  const stream = new PassThrough()
  const outputs = Array.from({ length: 20 }, () => outputTo(stream))
  assert.equal(stream.listenerCount('error'), 1)
  for (const output of outputs) assert.equal(await output.write('x'), true)
  stream.emit('error', new Error('It is full.'))
})
