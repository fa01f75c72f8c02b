import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { namesPaths } from '../../../src/domain/search/pathsInCalls.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import type { Block, Json } from '../../../src/domain/model.ts'

const call = (input: Json): Block => ({ type: 'toolCall', callId: 'k', name: 'read', input })
const names = (query: string, ...inputs: Json[]) => namesPaths(parseQuery(query), inputs.map(call))

describe('the paths that tool calls name', () => {
  it('are found by any end of theirs, whatever the case and the slashes', () => {
    const input = { file: 'C:\\Work\\src\\Nest.ts' }
    for (const path of ['nest.ts', 'src/nest.ts', 'SRC\\NEST.TS', 'work/src/', 'src'])
      assert.ok(names(`path:${path}`, input), path)
  })

  it('are found nowhere within a name', () => {
    const input = { command: 'cat src/nest.ts, src/my-nest.tsx' }
    for (const path of ['est.ts', 'nest', 'rc/nest.ts', 'src/my', 'src/nest.t', 'my-nest.ts'])
      assert.ok(!names(`path:${path}`, input), path)
    assert.ok(names('path:src/nest.ts', input))
    assert.ok(names('path:nest.ts', 'see nest.ts.'), 'a stop at the end is no part of it')
    assert.ok(!names('path:nest', 'nest.ts'))
    assert.ok(names('path:/src', 'x=a/src'), 'a path from a slash on is begun by that')
  })

  it('are looked for anywhere in the input, and in calls alone', () => {
    assert.ok(names('path:a.ts', [{ edits: [{ deep: ['a.ts'] }] }]))
    assert.ok(!names('path:a.ts', { 'a.ts': 1 }))
    const text: Block = { type: 'text', text: 'a.ts' }
    assert.ok(!namesPaths(parseQuery('path:a.ts'), [text]))
  })

  it('are all that are asked for, and none of those that are left out', () => {
    assert.ok(names('path:a.ts path:b.ts', 'a.ts', 'b.ts'))
    assert.ok(!names('path:a.ts path:b.ts', 'a.ts'))
    assert.ok(!names('path:a.ts -path:b.ts', 'a.ts', 'b.ts'))
    assert.ok(names('path:a.ts -path:b.ts', 'a.ts'))
    assert.ok(names('nest'))
  })
})
