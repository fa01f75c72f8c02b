import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCommand, choiceOf, createProgram, exampleText, urlOption, wholeNumber } from '../../src/cli/program.ts'
import { collector } from './support.ts'

/** A program with the command `list`, and what it wrote. */
function program() {
  const [out, err] = [collector(), collector()]
  const root = createProgram({ env: {}, stdout: out.stream, stderr: err.stream })
  const list = addCommand(root, 'list [id]', 'list them', 'turngraph list\nturngraph list 4').option('--sort <by>', 's')
  let seen: unknown = null
  list.action((_, options) => void (seen = options))
  const parse = (...args: string[]) => root.parseAsync(args, { from: 'user' })
  return { parse, out: out.text, err: err.text, seen: () => seen }
}

const invalid = { code: 'commander.invalidArgument' }

describe('the program', () => {
  it('throws where the command line is wrong, and says on stderr what is', async () => {
    const { parse, err, out } = program()
    await assert.rejects(parse('list', '--nothing'), { code: 'commander.unknownOption' })
    assert.match(err(), /^turngraph: unknown option '--nothing'/)
    assert.equal(out(), '')
  })

  it('lists in the help of a command its own options before those that all have, and the example last', async () => {
    const { parse, out } = program()
    await assert.rejects(parse('list', '--help'), { code: 'commander.helpDisplayed' })
    const places = [
      '--sort',
      '--json',
      '--url',
      '--tenant',
      '--no-color',
      'Example:\n  turngraph list\n  turngraph list 4',
    ]
    assert.deepEqual(
      places.map((part) => out().indexOf(part)),
      places.map((part) => out().indexOf(part)).sort((a, b) => a - b),
    )
    assert.ok(out().includes('Example:\n  turngraph list\n'))
  })

  it('hands options that all commands have to the command, also from before it', async () => {
    const { parse, seen } = program()
    await parse('--json', 'list', '--url', 'http://127.0.0.1:4000/base')
    assert.deepEqual(seen(), { json: true, color: true, url: new URL('http://127.0.0.1:4000/base') })
  })
})

describe('an option', () => {
  it('of a server takes an address of the web alone', () => {
    const parse = urlOption().parseArg as unknown as (text: string) => URL
    assert.deepEqual(parse('https://example.org'), new URL('https://example.org'))
    for (const text of ['', 'example.org', 'ftp://example.org', 'localhost:4000'])
      assert.throws(() => parse(text), invalid)
  })

  it('of one of some names takes it in any case, with a line below or between', () => {
    const option = choiceOf('--by <name>', 'by', ['FORK_DEPTH', 'DAY'])
    const parse = option.parseArg as unknown as (text: string) => string
    assert.deepEqual(option.argChoices, ['fork-depth', 'day'])
    for (const text of ['fork-depth', 'FORK_DEPTH', 'Fork_depth']) assert.equal(parse(text), 'fork-depth')
    assert.throws(() => parse('week'), invalid)
  })

  it('of a whole number takes 1 up to the most', () => {
    const read = wholeNumber(1000)
    assert.deepEqual(['1', '1000', '007'].map(read), [1, 1000, 7])
    for (const text of ['0', '1001', '-1', '1.5', '', ' 1', '1e2', '9999999999'])
      assert.throws(() => read(text), invalid)
  })

  it('has an example with each of its lines indented', () => {
    assert.equal(exampleText('one\ntwo'), '\nExample:\n  one\n  two')
  })
})
