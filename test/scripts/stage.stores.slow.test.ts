// Takes long: a package is made, installed and started.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { hostOn } from '../adapters/mcp.ts'
import { installPackage, run } from '../support/installedPackage.ts'
import { s3Servers } from '../support/s3.ts'
import { isWanted } from '../support/stores.ts'
import { everyStore } from '../support/storeSettings.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-installed-'))
const program = join(folder, 'node_modules/turngraph/bin/turngraph.js')
before(() => installPackage(folder))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

/** What a judge of JSON needs: an artifact that a branch brings, and a schema. */
const branch = `mutation {
  storeTurn(input: { conversationId: "a", turnId: "1", role: USER, text: "Measure it." }) { userErrors { code } }
  forkConversation(input: { source: "a", newConversationId: "b" }) { userErrors { code } }
  found: storeTurn(input: { conversationId: "b", role: ASSISTANT, text: "Done.", attachments: [
    { name: "r.json", mediaType: "application/json", base64: "eyJwYXNzZWQiOnRydWV9", kind: "report", environment: "e" }] }) { userErrors { code message } }
}`
const merge = `mutation {
  mergeConversations(input: { into: "a", from: ["b"], strategy: EVIDENCE, reviewer: "ann"
    gate: { jsonSchema: { required: ["passed"] } } }) { verdict userErrors { code message } }
}`

// What asks no store is tried once.
if (isWanted('sqlite'))
  describe('the installed package', () => {
    it('is light: few packages and files', () => {
      const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, 'node_modules', name))
        .filter((path) => statSync(path).isFile())
      const bytesOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + statSync(path).size, 0)
      const isOurs = (path: string) => path.includes('/node_modules/turngraph/')
      const packages = files.filter((path) => /node_modules\/(?:@[^/]+\/)?[^@/]+\/package\.json$/.test(path))
      // What follows folders is a binary for each platform, with what finds the right one.
      assert.ok(packages.length <= 11, `${packages.length} packages`)
      // What programs import brings the types of its own modules, and nothing of the server's but names of codes.
      const types = files.filter((path) => path.includes('/turngraph/dist/types/'))
      assert.deepEqual(
        types.filter((path) => !/types\/(?:client|adapters)\/|domain\/requestCodes\.d\.ts$/.test(path)),
        [],
      )
      assert.ok(types.length <= 30, `${types.length} declarations`)
      // The programs, GraphiQL, and what npm brings of others. Pieces are made by the bundler, of whatever two entries share: one import moves
      // their number, and what they hold is counted in bytes below.
      const pieces = files.filter((path) => /\/turngraph\/dist\/(?:explorer\/)?chunk-\w+\.js$/.test(path))
      assert.ok(pieces.length <= 300, `${pieces.length} pieces`)
      const others = files.length - types.length - pieces.length
      assert.ok(others <= 276, `${others} files besides`)
      // Binaries of others are one thing, and change with their versions; ours grows with its own sources: 17.88 MB in November 2026.
      const [ours, theirs] = [bytesOf(files.filter(isOurs)), bytesOf(files.filter((path) => !isOurs(path)))]
      assert.ok(ours <= 17_900_000, `${ours} bytes of ours`)
      assert.ok(theirs <= 30_800_000, `${theirs} bytes of others`)
    })

    it('speaks ACP, and is found by npx', async () => {
      assert.match(run('npx', ['--no-install', 'turngraph', '--version'], folder), /^\d+\.\d+\.\d+\n$/)
      const child = start(['acp'], { DATA: join(folder, 'acp') })
      const host = hostOn(child.stdin, child.stdout, () => end(child))
      const { result } = await host.ask('initialize', { protocolVersion: 1, clientCapabilities: {} })
      assert.equal((result?.['agentInfo'] as { name: string }).name, 'turngraph')
      await host.end()
    })

    it('writes compressed backups and reads them', () => {
      for (const ending of ['zst', 'gz']) {
        const of = (data: string) => ({ ...process.env, DATA: join(folder, data) })
        const file = join(folder, `backup.ndjson.${ending}`)
        run(process.execPath, [program, 'backup', file], folder, of('acp'))
        assert.match(run(process.execPath, [program, 'restore', file], folder, of(ending)), /lines/)
      }
    })

    it('keeps attachments in a bucket', async () => {
      const s3 = (await s3Servers[0]?.start()) ?? assert.fail('No S3 server can run here.')
      const env = { ATTACHMENTS: `s3://${s3.bucket}/p`, S3_ENDPOINT: s3.endpoint, DATA: join(folder, 's3') }
      const server = await serve(env)
      try {
        const sent = await fetch(`${server.url}/attachments?mediaType=text/plain`, { method: 'PUT', body: 'Kept.' })
        const { id } = (await sent.json()) as { id: string }
        assert.equal(sent.status, 200)
        assert.equal(await (await fetch(`${server.url}/attachments/${id}`)).text(), 'Kept.')
      } finally {
        await server.end()
        await s3.stop()
      }
    })
  })

for (const { name, skip, settings } of await everyStore())
  describe(`the installed package on ${name}`, { skip }, () => {
    it('answers over HTTP, judges in a thread, and has tools', { timeout: 120_000 }, async () => {
      const env = { DATA: join(folder, `data ${name}`), ...(await settings()) }
      const server = await serve(env)
      try {
        assert.doesNotMatch(JSON.stringify(await server.ask(branch)), /"code"|errors"/)
        assert.deepEqual(await server.ask(merge), {
          data: { mergeConversations: { verdict: 'SURVIVES', userErrors: [] } },
        })
        const table = await fetch(`${server.url}/export?of=EVENTS&format=PARQUET`)
        assert.equal(
          Buffer.from(await table.arrayBuffer())
            .subarray(0, 4)
            .toString(),
          'PAR1',
        )
      } finally {
        await server.end()
      }
      const child = start(['mcp'], env)
      const host = hostOn(child.stdin, child.stdout, () => end(child))
      const clientInfo = { name: 'host', version: '0' }
      await host.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
      const told = await host.call('list_conversations', {})
      assert.match(JSON.stringify(told.structuredContent), /Measure it\./)
      await host.end()
    })
  })

function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  await ended
}

/** Starts the server as whoever installed it does. */
async function serve(env: Readonly<Record<string, string>>) {
  const child = start(['serve'], { PORT: '0', ...env })
  const url = await new Promise<string>((found, failed) => {
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
      const address = /listens on (http:\/\/[^/\s]+)/.exec(said)?.[1]
      if (address !== undefined) found(address)
    })
    child.once('close', (status) => failed(new Error(`It ended with ${status}: ${said}`)))
  })
  return { url, ask: (query: string) => ask(url, query), end: () => end(child) }
}

async function ask(url: string, query: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  return answer.json()
}
