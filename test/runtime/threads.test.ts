import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { threads } from '../../src/runtime/threads.ts'

it('each program of a thread has a source of its own', () => {
  const sources = Object.values(threads)
  assert.equal(new Set(sources).size, sources.length)
  for (const source of sources) assert.ok(existsSync(join(root, 'src', source)), source)
})
