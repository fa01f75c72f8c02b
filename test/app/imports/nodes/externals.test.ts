import assert from 'node:assert/strict'
import { it } from 'node:test'
import { externalsOf } from '../../../../src/app/imports/nodes/externals.ts'
import { unplaced } from '../../../support/tree/drawing.ts'
import { fakeScope } from '../../../support/fakes.ts'

it('each id has what was imported with it, and what nothing can be called is not asked for', async () => {
  const asked: (readonly string[])[] = []
  const [a, b] = [unplaced('a'), unplaced('b')]
  const externals = (ids: readonly string[]) => {
    asked.push(ids)
    return Promise.resolve(ids.map((id) => (id === 'two' ? [a, b] : id === 'one' ? [a] : [])))
  }
  const scope = fakeScope({ store: { externals } })
  assert.deepEqual(await externalsOf(scope, ['one', 'bad\0', 'two', 'none', 'one']), [[a], [], [a, b], [], [a]])
  assert.deepEqual(await externalsOf(scope, ['\ud800']), [[]])
  assert.deepEqual(await externalsOf(scope, []), [])
  assert.deepEqual(asked, [['one', 'two', 'none', 'one']], 'the store is asked once, and not for nothing')
})
