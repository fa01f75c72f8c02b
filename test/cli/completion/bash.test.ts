import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { bashCompletion } from '../../../src/cli/completion/bash.ts'
import type { DescribedCommand } from '../../../src/cli/completion/described.ts'

const json = { flag: '--json', what: 'for programs', takesValue: false, choices: [] }
const sort = { flag: '--sort', what: 'by what', takesValue: true, choices: ['age', 'name'] }
const file = { flag: '--file', what: 'which', takesValue: true, choices: [] }
const commands: DescribedCommand[] = [
  { path: [], what: '', options: [json], commands: ['list', 'keys'].map((name) => ({ name, what: '' })) },
  { path: ['list'], what: '', options: [json, sort, file], commands: [] },
  { path: ['keys'], what: '', options: [json], commands: [{ name: 'create', what: "it's new" }] },
  { path: ['keys', 'create'], what: '', options: [file], commands: [] },
]

/** What bash completes of the last word. */
function completed(...words: string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ')
  const script = `${bashCompletion(commands)}
COMP_WORDS=(turngraph ${list}); COMP_CWORD=${words.length}; _turngraph; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return stdout.split('\n').filter((word) => word !== '')
}

describe('completion for bash', () => {
  it('completes commands, also below a command, and after an option of the program', () => {
    assert.deepEqual(completed(''), ['list', 'keys', '--json'])
    assert.deepEqual(completed('l'), ['list'])
    assert.deepEqual(completed('--json', 'k'), ['keys'])
    assert.deepEqual(completed('keys', 'c'), ['create'])
  })

  it('completes options once one is begun; before that, of a command without commands, files', () => {
    assert.deepEqual(completed('list', '-'), ['--json', '--sort', '--file'])
    assert.deepEqual(completed('list', ''), [])
    assert.deepEqual(completed('keys', 'create', '--f'), ['--file'])
  })

  it('completes the values of an option, and files where it takes any', () => {
    assert.deepEqual(completed('list', '--sort', ''), ['age', 'name'])
    assert.deepEqual(completed('list', '--sort', 'n'), ['name'])
    assert.deepEqual(completed('list', '--file', ''), [])
  })
})
