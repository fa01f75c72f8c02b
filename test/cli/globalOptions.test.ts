import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command, Option } from 'commander'
import { takeGlobalOptions } from '../../src/cli/globalOptions.ts'

const options = () => [new Option('--json'), new Option('--url <url>'), new Option('--tenant <name>')]

/** What the command `list`, which has `--json`, `--url` and `--tenant`, or `bare`, which has none, is given. */
function given(...args: string[]): Record<string, unknown> {
  let seen: Record<string, unknown> = {}
  const root = new Command('tool').exitOverride().configureOutput({ writeErr: () => undefined })
  takeGlobalOptions(root, options())
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
