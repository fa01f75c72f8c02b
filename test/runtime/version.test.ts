import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { version } from '../../src/runtime/version.ts'

it('the version is that of package.json, in three numbers', () => {
  const { version: named } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  assert.equal(version(), named)
  assert.match(version(), /^\d+\.\d+\.\d+/)
})
