import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command } from 'commander'
import { adviseMisspelt } from '../../src/cli/adviseMisspelt.ts'
import { collector } from './support.ts'

/** What a command writes to stderr, and where in it the command itself ran. */
async function stderrOf(env: Record<string, string>, name = 'list'): Promise<string> {
  const { stream, text } = collector()
  const root = new Command('turngraph')
  root.command(name).action(() => void stream.write('(ran)'))
  adviseMisspelt({ root, terminal: { env, stdout: stream, stderr: stream } })
  await root.parseAsync([name], { from: 'user' })
  return text()
}

describe('a misspelt variable', () => {
  it('is named before the command runs, with the variable that may be meant', async () => {
    assert.match(await stderrOf({ DTA: '/x' }), /^turngraph: DTA is not a variable .* mean DATA\?\n\(ran\)$/)
  })

  it('may be nearly that of the key, which the command line alone reads', async () => {
    assert.match(await stderrOf({ TURNGRAPH_KAY: 'x' }), /mean TURNGRAPH_KEY\?\n\(ran\)$/)
  })

  it('has a line of its own, each', async () => {
    assert.equal((await stderrOf({ DTA: '/x', STROE: 'y' })).split('\n').length, 3)
  })

  it('is not looked for where all names are right or strange, and not by `serve`, which says so itself', async () => {
    assert.equal(await stderrOf({ DATA: '/x', PATH: '/bin' }), '(ran)')
    assert.equal(await stderrOf({ DTA: '/x' }, 'serve'), '(ran)')
  })
})
