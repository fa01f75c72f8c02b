// Beyond a landing: the whole suite of others, on a Node of its own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it, type TestContext } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { environmentOf, installedNode, installNode } from '../../../scripts/nodeVersions/install.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { startApi } from '../../graphql/support/api.ts'
import { describeOnce } from '../../support/stores.ts'
import { startMcpHttp } from '../mcpHttpProcess.ts'

const folder = 'test/adapters/mcpConformance'
const suite = join(root, folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** The scenarios that pass whole, each with at least one check. */
const passing: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
  ],
  '2026-07-28': [
    ...['tools-list', 'resources-list', 'prompts-list', 'sep-2164-resource-not-found', 'caching'],
    ...['dns-rebinding-protection', 'http-header-validation', 'server-sse-multiple-streams'],
    // What a server must refuse whatever its tools are.
    ...['input-required-result-unsupported-methods', 'input-required-result-validate-input'],
  ],
}

/** The suite wants Node 22. */
const { others } = JSON.parse(readFileSync(join(root, 'scripts/nodeVersions/versions.json'), 'utf8')) as {
  readonly others: readonly string[]
}
const version = others.find((one) => one.startsWith('22.')) ?? ''
const bin = process.env['CI'] === 'true' ? installNode(version) : installedNode(version)
const missing = isInstalled(folder)
  ? `npm run node-versions -- 22 installs the Node that this needs`
  : `npm ci --prefix ${folder} installs the packages that this needs`
const skip = bin !== null && isInstalled(folder) ? false : missing

const servers: Readonly<Record<string, (t: TestContext) => Promise<string>>> = {
  async '/mcp of a server'(t) {
    const api = await startApi()
    t.after(() => api.close())
    return `${api.url}/mcp`
  },
  async 'turngraph mcp --http'(t) {
    const data = mkdtempSync(join(tmpdir(), 'turngraph-mcp-'))
    const { port, end } = await startMcpHttp({ DATA: data })
    t.after(async () => {
      await end()
      rmSync(data, { recursive: true, force: true })
    })
    return `http://127.0.0.1:${port}/mcp`
  },
}

describeOnce('the conformance suite of MCP', () => {
  for (const [name, start] of Object.entries(servers))
    for (const [spec, scenarios] of Object.entries(passing))
      it(`passes for ${name} by ${spec}, but for what is listed`, { skip, timeout: 120_000 }, async (t) => {
        const { status, said } = await conformance(await start(t), spec)
        assert.equal(status, 0, said)
        const passed = [...said.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed/gm)].map(([, scenario]) => scenario)
        const listed = scenariosIn(spec)
        assert.deepEqual(passed.filter((scenario = '') => !listed.has(scenario)).sort(), [...scenarios].sort())
      })
})

const expectedOf = (spec: string): string => join(root, folder, 'expected', `${spec}.yml`)

/** The scenarios of which something cannot apply. */
function scenariosIn(spec: string): ReadonlySet<string> {
  const names = readFileSync(expectedOf(spec), 'utf8').matchAll(/^ {2}- ([^:]+):/gm)
  return new Set([...names].map(([, name = '']) => name))
}

async function conformance(url: string, spec: string) {
  const options = ['--url', url, '--suite', 'all', '--spec-version', spec, '--expected-failures', expectedOf(spec)]
  const child = spawn(join(bin ?? '', 'node'), [suite, 'server', ...options], { env: environmentOf(bin ?? '') })
  const ended = once(child, 'close') as Promise<[number | null]>
  const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, said: out + errors }
}
