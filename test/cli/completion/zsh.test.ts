import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zshCompletion } from '../../../src/cli/completion/zsh.ts'

const script = zshCompletion([
  {
    ...{ path: [], what: '', options: [{ flag: '--json', what: "a program's", takesValue: false, choices: [] }] },
    commands: [{ name: 'list', what: 'list: all' }],
  },
  {
    ...{ path: ['list'], what: 'list: all', commands: [] },
    options: [
      { flag: '--sort', what: 'by what', takesValue: true, choices: ['age', "o'clock"] },
      { flag: '--to:from', what: 'odd', takesValue: true, choices: [] },
    ],
  },
])
const lines = script.split('\n').map((line) => line.trim())

/** How a branch of the script goes on that begins with this pattern. */
const branch = (pattern: string) => lines.find((line) => line.startsWith(`'${pattern}') `))?.slice(pattern.length + 4)

describe('completion for zsh', () => {
  it('begins with the line by which zsh finds it', () => {
    assert.equal(lines[0], '#compdef turngraph')
  })

  it('lists commands and options with what they do, the quotes of a shell escaped', () => {
    assert.equal(branch(''), `names=('list:list: all'); flags=('--json:a program'\\''s') ;;`)
  })

  it('escapes a colon in a name, which would begin what it does', () => {
    assert.equal(branch('list'), `names=(); flags=('--sort:by what' '--to\\:from:odd') ;;`)
  })

  it('completes the values of an option, and files where it takes any', () => {
    assert.equal(branch('list --sort'), `compadd -- 'age' 'o'\\''clock'; return ;;`)
    assert.equal(branch('list --to:from'), '_files; return ;;')
  })

  it('follows the words to a command', () => {
    assert.equal(branch(' list'), "at='list' ;;")
  })

  it('is a whole script without any command', () => {
    assert.match(zshCompletion([]), /^#compdef turngraph\n[^]*compdef _turngraph turngraph\n$/)
  })
})
