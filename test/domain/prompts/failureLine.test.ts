import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../../../src/domain/model.ts'
import { failureLine } from '../../../src/domain/prompts/failureLine.ts'

const cases: readonly (readonly [Json, string | null])[] = [
  ['Exit code 1\n\u001b[31mTest failed\u001b[0m: login', 'exit 1: Test failed: login'],
  [
    'Exit code: 127\nWall time: 0 seconds\nOutput:\nbash: rg: command not found',
    'exit 127: bash: rg: command not found',
  ],
  ['<tool_use_error>String to replace not found in file.</tool_use_error>', 'String to replace not found in file.'],
  [[{ type: 'text', text: '\n  File does   not exist.\nCurrent folder: /' }], 'File does not exist.'],
  [{ output: 'no such file', metadata: { exit_code: 2 } }, 'exit 2: no such file'],
  ['{"output":"boom","metadata":{"exit_code":3}}', 'exit 3: {"output":"boom","metadata":{"exit_code":3}}'],
  ['Command exited with code 1', 'exit 1'],
  [{}, '{}'],
  ['', null],
  [null, null],
  ['x'.repeat(500), `${'x'.repeat(119)}…`],
]

describe('the line that says why a tool failed', () => {
  it('is the first line that says why, behind the exit code that a result names', () => {
    assert.deepEqual(
      cases.map(([content]) => failureLine(content)),
      cases.map(([, line]) => line),
    )
  })
})
