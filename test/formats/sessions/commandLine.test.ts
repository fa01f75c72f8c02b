import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { execFileSync } from 'node:child_process'
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

  it('are read by a shell as they were', () => {
    const word = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\\', '$', '`', '\n', '*', ';', '~', '!', 'é') })
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
