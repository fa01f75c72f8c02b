// Takes long: a server of its own, with every function counted.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../scripts/root.ts'

/** The most files of `src/` that a request may enter, and of these before its first resolver (docs/design/http-and-admission.md). */
const most: Readonly<Record<string, readonly [entered: number, beforeResolver: number]>> = {
  'a stored turn': [80, 15],
  'a page of ancestors': [45, 15],
}

describe('the files that a request enters', () => {
  it('are so few that one can follow it', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/filesEntered.ts'], {
      cwd: root,
    })
    for (const [request, [entered, beforeResolver]] of Object.entries(most)) {
      const row = stdout.split('\n').find((line) => line.startsWith(`| ${request} |`)) ?? ''
      const [, , all = NaN, before = NaN] = row.split('|').map(Number)
      const advice = 'Run `node --import tsx bench/filesEntered.ts --names` to see which.'
      assert.ok(all <= entered, `${request} enters ${all} files, at most ${entered} are allowed. ${advice}`)
      assert.ok(
        before <= beforeResolver,
        `${request} enters ${before} files before its first resolver, at most ${beforeResolver} are allowed. ${advice}`,
      )
    }
  })
})
