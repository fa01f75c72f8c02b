import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command, Option } from 'commander'
import { describedCommands } from '../../../src/cli/completion/described.ts'

/** A program with a command below a command, a hidden one and options of all kinds. */
function program(): Command {
  const root = new Command('tool').description('Does things.\nSlowly.').helpOption('--help', 'show the options')
  root
    .command('list')
    .description('list them')
    .addOption(new Option('-s, --sort <name>', 'by what').choices(['age', 'name']))
    .option('--limit [number]', 'at most')
    .addOption(new Option('--secret').hideHelp())
    .option('-q', 'be quiet')
  root.command('keys').description('keep keys').command('create <name>').description('make one\nof them')
  root.command('hidden', { hidden: true })
  return root
}

describe('a described program', () => {
  const commands = describedCommands(program())
  const of = (path: string) => commands.find((one) => one.path.join(' ') === path)

  it('comes first, then each command before those below it; what help hides is not there', () => {
    assert.deepEqual(
      commands.map(({ path }) => path),
      [[], ['list'], ['keys'], ['keys', 'create']],
    )
  })

  it('says of each what it does, in the first line of its description', () => {
    assert.deepEqual([of('')?.what, of('keys create')?.what], ['Does things.', 'make one'])
    assert.deepEqual(of('keys')?.commands[0], { name: 'create', what: 'make one' })
  })

  it('says which options take a value, and which values they take', () => {
    const { options = [] } = of('list') ?? {}
    const shown = (name: string) => options.find(({ flag }) => flag === name)
    assert.deepEqual(shown('--sort'), { flag: '--sort', what: 'by what', takesValue: true, choices: ['age', 'name'] })
    assert.deepEqual([shown('--limit')?.takesValue, shown('--limit')?.choices], [true, []])
    assert.equal(shown('--help')?.takesValue, false)
    assert.equal(shown('-q')?.takesValue, false, 'one without a long name goes by its short one')
    assert.equal(shown('--secret'), undefined)
  })
})
