import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command, InvalidArgumentError, Option } from 'commander'
import { takeGlobalOptions } from '../../src/cli/globalOptions.ts'

const address = (text: string): string => {
  if (!URL.canParse(text)) throw new InvalidArgumentError('Give an address.')
  return text
}
const options = () => [
  new Option('--json'),
  new Option('--url <url>').argParser(address),
  new Option('--tenant <name>'),
]

/** What the command `list`, which has `--json`, `--url` and `--tenant`, or `bare`, which has none, is given. */
function given(...args: string[]): Record<string, unknown> {
  return givenIn({}, ...args)
}

/** The same where the environment has these variables. */
function givenIn(env: Record<string, string>, ...args: string[]): Record<string, unknown> {
  let seen: Record<string, unknown> = {}
  const root = new Command('tool').exitOverride().configureOutput({ writeErr: () => undefined })
  takeGlobalOptions(root, options(), env)
  const list = root.command('list').action((values: Record<string, unknown>) => void (seen = values))
  for (const option of options()) list.addOption(option)
  root.command('bare').action(() => undefined)
  root.parse(args, { from: 'user' })
  return seen
}

describe('an option in front of the command', () => {
  it('is taken by the command as its own', () => {
    assert.deepEqual(given('--json', '--url', 'http://a', 'list'), given('list', '--json', '--url', 'http://a'))
    assert.deepEqual(given('--json', 'list', '--url', 'http://a'), { json: true, url: 'http://a' })
    assert.deepEqual(given('list'), {})
  })

  it('gives way to the one of that name behind it', () => {
    assert.deepEqual(given('--url', 'http://front', 'list', '--url', 'http://behind'), { url: 'http://behind' })
  })

  it('is refused where the command has none of that name', () => {
    assert.throws(() => given('--json', 'bare'), {
      code: 'commander.unknownOption',
      message: /'bare' has no option '--json'/,
    })
    assert.deepEqual(given('bare'), {})
  })

  it('is refused beside one that it conflicts with, wherever either stands', () => {
    const places = [
      ['--url', 'http://a', '--tenant', 't', 'list'],
      ['--url', 'http://a', 'list', '--tenant', 't'],
      ['list', '--tenant', 't', '--url', 'http://a'],
    ]
    for (const args of places) assert.throws(() => given(...args), { code: 'commander.conflictingOption' })
    assert.deepEqual(given('--tenant', 't', 'list'), { tenant: 't' })
  })
})

describe('a server that TURNGRAPH_URL names', () => {
  const env = { TURNGRAPH_URL: 'http://env' }

  it('is the one that a command works on which is given neither --url nor --tenant', () => {
    assert.deepEqual(givenIn(env, 'list'), { url: 'http://env' })
    assert.deepEqual(givenIn(env, '--url', 'http://front', 'list'), { url: 'http://front' })
    assert.deepEqual(givenIn(env, 'list', '--url', 'http://behind'), { url: 'http://behind' })
    assert.deepEqual(givenIn(env, 'list', '--tenant', 't'), { tenant: 't' })
    assert.deepEqual(givenIn(env, '--tenant', 't', 'list'), { tenant: 't' })
  })

  it('is none where the variable is empty, and for a command that works on no server', () => {
    assert.deepEqual(givenIn({ TURNGRAPH_URL: '' }, 'list'), {})
    assert.deepEqual(givenIn(env, 'bare'), {})
  })

  it('is named with its variable where that is no address', () => {
    assert.throws(() => givenIn({ TURNGRAPH_URL: 'nowhere' }, 'list'), {
      code: 'commander.invalidArgument',
      message: /TURNGRAPH_URL is "nowhere"\. Give an address\./,
    })
  })
})
