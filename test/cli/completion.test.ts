import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { file, temporaryFolder, turngraph } from './support.ts'

const folder = temporaryFolder()
const scriptOf = async (shell: string) => {
  const { status, stdout } = await turngraph({}, 'completion', shell)
  assert.equal(status, 0)
  return file(folder, `completion.${shell}`, stdout)
}

/** Runs a script in a shell; what it writes is a word a line. */
function wordsFrom(shell: string, args: readonly string[], script: string): string[] {
  const { status, stdout, stderr } = spawnSync(shell, [...args, '-c', script], { encoding: 'utf8', cwd: folder })
  assert.deepEqual([status, stderr], [0, ''])
  return stdout.split('\n').filter((word) => word !== '')
}

/** How each shell is asked what it completes; the last word is the one that is being written. */
const asked: Readonly<Record<string, (script: string, words: readonly string[]) => string[]>> = {
  bash: (script, words) =>
    wordsFrom(
      'bash',
      ['--norc'],
      `source '${script}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _turngraph; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  // Its completion needs a terminal: what it would describe is written instead.
  zsh: (script, words) =>
    wordsFrom(
      'zsh',
      ['-f'],
      `compdef() { :; }; _files() { print -l FILES; }; compadd() { shift; print -l -- "$@"; }; _describe() { print -l -- "\${(@)\${(@P)2}%%:*}"; }
       source '${script}'; words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; _turngraph`,
    ).filter((word) => word.startsWith(words.at(-1) ?? '') || word === 'FILES'),
  fish: (script, words) =>
    wordsFrom('fish', ['--no-config'], `source '${script}'; complete -C '${words.join(' ')}'`).map(
      (line) => line.split('\t')[0] ?? '',
    ),
}

/** .ci/run installs those that a machine has not; a test elsewhere takes the shells that are there. */
const found = Object.keys(asked).filter((shell) => isThere(shell))

describe('completion in a shell', () => {
  for (const [shell, completed] of Object.entries(asked).filter(([shell]) => found.includes(shell)))
    it(`of ${shell} knows commands, their options and values`, async () => {
      const script = await scriptOf(shell)
      const of = (...words: string[]) => completed(script, ['turngraph', ...words]).sort()
      assert.deepEqual(of('re'), [
        'reindex',
        'rename',
        'repair',
        'reread',
        'restore',
        'restore-conversation',
        'resume',
        'rewind',
      ])
      assert.deepEqual(of('--json', 'for'), ['fork', 'formats'])
      assert.deepEqual(of('fork', '4fd2', '--b'), ['--before', '--boundary'])
      assert.deepEqual(of('fork', '4fd2', '--boundary', 'a'), ['answer'])
      assert.deepEqual(of('tenants', 'cr'), ['create'])
      assert.ok(of('export', '--format', 'm').includes('markdown'))
      assert.ok(of('keys', 'create', '--').includes('--scope'))
    })

  it('is tried here in one shell at least', () => assert.ok(found.length > 0))

  it('is refused for a shell that has none, naming those that have', async () => {
    const { status, stderr } = await turngraph({}, 'completion', 'tcsh')
    assert.equal(status, 2)
    assert.match(stderr, /Allowed choices are bash, zsh, fish/)
  })
})

function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).error === undefined
}
