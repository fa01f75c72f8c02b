// Beyond a landing: the whole suite of others, each of its instances on a store of its own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { everyWay } from '../../client/support.ts'

const folder = 'test/adapters/langgraphValidation'
const noPackages = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

/** What vitest says of a run. */
interface Report {
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[]
}
interface Assertion {
  readonly fullName: string
  readonly status: string
}

for (const { name, skip } of await everyWay())
  describe(`LangGraph's suite for checkpointers (${name})`, { skip: skip || noPackages }, () => {
    it('passes whole under the name Turngraph', { timeout: 900_000 }, async (t) => {
      const home = mkdtempSync(join(tmpdir(), 'turngraph-validation-'))
      t.after(() => rmSync(home, { recursive: true, force: true }))
      const report = join(home, 'report.json')
      const said = await run(['run', '--root', '.', '--reporter=json', `--outputFile=${report}`], name)
      const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
      const all = testResults.flatMap(({ assertionResults }) => assertionResults)
      assert.deepEqual(
        all.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName),
        [],
        said,
      )
      assert.deepEqual([numPassedTests, numTotalTests], [726, 726])
      assert.ok(all.every(({ fullName }) => fullName.startsWith('Turngraph')))
    })
  })

async function run(args: readonly string[], way: string): Promise<string> {
  const env = { ...process.env, WAY: way, NO_COLOR: '1' }
  // What runs these tests would take vitest's processes for its own.
  delete (env as Record<string, unknown>)['NODE_TEST_CONTEXT']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: join(root, folder), env })
  const ended = once(child, 'close')
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return out + errors
}
