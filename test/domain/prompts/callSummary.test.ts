import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callSummary } from '../../../src/domain/prompts/callSummary.ts'
import type { Json } from '../../../src/domain/model.ts'

const cases: readonly [Json, string][] = [
  [{ command: 'npx vitest run login\necho done', description: 'Run' }, 'npx vitest run login'],
  [{ command: ['bash', '-lc', 'ls -la'] }, 'ls -la'],
  [{ command: ['git', 'status'] }, 'git status'],
  [{ file_path: '/src/a.ts', content: 'x' }, '/src/a.ts'],
  [{ pattern: 'TODO', path: 'src' }, 'src'],
  [{ description: 'Look around', prompt: 'You are …' }, 'Look around'],
  [{ todos: [{ content: 'Fix it', status: 'in_progress' }] }, 'Fix it'],
  ['*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b.ts\n', 'a.ts, b.ts'],
  ['{"cmd":"ls"}', 'ls'],
  [{ other: 'first words\nmore' }, 'first words'],
  [{}, ''],
  [null, ''],
]

describe('what a call was about', () => {
  it('is one line of what says most of its input', () => {
    for (const [input, summary] of cases) assert.equal(callSummary(input), summary)
  })

  it('has at most 120 characters', () => {
    assert.equal(Array.from(callSummary({ command: '😀'.repeat(300) })).length, 120)
  })
})
