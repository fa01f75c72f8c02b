import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fishCompletion } from '../../../src/cli/completion/fish.ts'

const option = (flag: string, takesValue = false, choices: string[] = []) => ({ flag, what: 'w', takesValue, choices })
const lines = fishCompletion([
  { path: [], what: '', options: [option('--json')], commands: [{ name: 'keys', what: "a person's keys" }] },
  {
    ...{ path: ['keys'], what: '', options: [option('--file', true), option('--sort', true, ['age', 'name'])] },
    commands: ['create', 'revoke'].map((name) => ({ name, what: 'w' })),
  },
  { path: ['keys', 'create'], what: '', options: [option('--name', true)], commands: [] },
]).split('\n')

const only = (part: string) => {
  const found = lines.filter((line) => line.includes(part))
  assert.equal(found.length, 1, part)
  return found[0] ?? ''
}

describe('completion for fish', () => {
  it('completes a command of the program while none is given, with what it does', () => {
    assert.match(only(' -a keys '), /-f -n '__fish_use_subcommand' -a keys -d 'a person\\'s keys'$/)
    assert.match(only(' -l json '), /-n '__fish_use_subcommand' -l json -d 'w'$/)
  })

  it('completes a command below another until one of them is given', () => {
    const condition = '__fish_seen_subcommand_from keys; and not __fish_seen_subcommand_from create revoke'
    assert.ok(only(' -a revoke ').includes(`-n '${condition}'`))
  })

  it('completes options after all words of their command', () => {
    const condition = '__fish_seen_subcommand_from keys; and __fish_seen_subcommand_from create'
    assert.ok(only(' -l name ').includes(`-n '${condition}'`))
  })

  it('takes a value after an option: one of some, else any, files too', () => {
    assert.match(only(' -l sort '), / -x -a 'age name' /)
    assert.match(only(' -l file '), / -l file -r -d /)
    assert.doesNotMatch(only(' -l json '), / -[xr] /)
  })
})
