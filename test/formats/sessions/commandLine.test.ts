import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { execFileSync, spawnSync } from 'node:child_process'
import fc from '../../support/properties.ts'
import { commandLine, shellWords } from '../../../src/formats/sessions/commandLine.ts'

describe('words for a shell', () => {
  it('stay as they are where a shell takes nothing in them for its own', () => {
    assert.equal(shellWords(['a', '--b=c/d', 'x@1.2:3,4+5%']), 'a --b=c/d x@1.2:3,4+5%')
    assert.equal(shellWords([]), '')
  })

  it('are quoted where they are empty or hold any other sign', () => {
    assert.equal(shellWords(['', 'a b', "it's", '$HOME', 'né']), `'' 'a b' 'it'\\''s' '$HOME' 'né'`)
  })

  it('have no sign that a terminal obeys, and are read by bash and zsh as they were', (test) => {
    const signs = [
      'a',
      '0',
      "'",
      '\\',
      '!',
      'é',
      ' ',
      '\n',
      '\t',
      '\r',
      '\u001b',
      '\u0007',
      '\u007f',
      '\u0085',
      '\u202e',
      '\u2028',
    ]
    const word = fc.string({ unit: fc.constantFrom(...signs), minLength: 1 })
    const words = [...signs, ...fc.sample(fc.array(word, { minLength: 1, maxLength: 5 }), 40).flat()]
    const line = shellWords(words)
    assert.doesNotMatch(line, /\p{Cc}|\p{Bidi_Control}|\u2028/u)
    const shells = ['bash', 'zsh'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0)
    if (shells.length === 0) test.skip('there is no bash and no zsh')
    for (const shell of shells) {
      const read = execFileSync(shell, ['-c', `printf '%s\\0' ${line}`]).toString()
      assert.deepEqual(read.split('\0').slice(0, -1), words, shell)
    }
  })

  it('are read by a shell as they were', () => {
    const word = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\\', '$', '`', '*', ';', '~', '!', 'é') })
    const words = fc.sample(fc.array(word, { minLength: 1, maxLength: 5 }), 40).flat()
    const read = execFileSync('sh', ['-c', `printf '%s\\0' ${shellWords(words)}`]).toString()
    assert.deepEqual(read.split('\0').slice(0, -1), words)
  })
})

describe('a command as one line', () => {
  it('runs in its folder', () => {
    assert.equal(commandLine(['codex', 'resume', 'say hi'], '/my work'), "cd '/my work' && codex resume 'say hi'")
  })

  it('leaves a path to the shell that it is to begin with the home folder', () => {
    const home = '~/bin/claude'
    assert.equal(commandLine([home, '~/x'], '/w', home), "cd /w && ~/bin/claude '~/x'")
  })
})
