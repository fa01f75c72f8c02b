// Beyond a landing: clients in two languages, each with programs of its own.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { whyNoPython } from '../../../scripts/clients.ts'
import { root } from '../../../scripts/root.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { startApi } from '../../graphql/support/api.ts'
import type { Client, Where } from './client.ts'
import { openPython } from './python.ts'

const folder = 'test/adapters/mcpClients'
const noPackages = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`
const opened = async (line: string, where: Where) => {
  const { open } = (await import(`./walks/${line}.js`)) as { open: (where: Where) => Promise<Client> }
  return open(where)
}
const clients = {
  'v1 client of TypeScript': { open: (where: Where) => opened('v1', where), skip: noPackages },
  'v2 client of TypeScript': { open: (where: Where) => opened('v2', where), skip: noPackages },
  'client of Python': { open: openPython, skip: whyNoPython('mcp') ?? false },
}

const ways: Record<string, (t: TestContext) => Promise<Where>> = {
  async 'by HTTP'(t) {
    const api = await startApi()
    t.after(() => api.close())
    return { url: `${api.url}/mcp` }
  },
  async 'on stdin and stdout'(t) {
    const data = mkdtempSync(join(tmpdir(), 'turngraph-mcp-'))
    t.after(() => rmSync(data, { recursive: true, force: true }))
    const env = { PATH: process.env['PATH'] ?? '', DATA: data }
    return { command: process.execPath, args: [join(root, 'bin/turngraph.js'), 'mcp'], env }
  },
}

for (const [name, { open, skip }] of Object.entries(clients))
  describe(`the ${name}`, { skip }, () => {
    for (const [how, where] of Object.entries(ways))
      it(`stores, retries, edits, forks and reads ${how}`, { timeout: 120_000 }, async (t) => {
        const client = await open(await where(t))
        try {
          await walk(client)
        } finally {
          await client.close()
        }
      })
  })

async function walk(client: Client): Promise<void> {
  const done = async (name: string, given: object) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: given })
    assert.notEqual(isError, true, content[0]?.text)
    return structuredContent ?? {}
  }
  assert.match(client.getInstructions() ?? '', /Nothing stored is ever lost/)
  assert.equal((await client.listTools()).tools.length, 11)
  const turn = { conversation_id: 'w', turn_id: '1', role: 'user', text: 'Old.', idempotency_key: 'w-1' }
  const stored = await done('store_turn', turn)
  assert.deepEqual(await done('store_turn', turn), { ...stored, replayed: true })
  const refused = await client.callTool({ name: 'store_turn', arguments: { ...turn, text: 'Other.' } })
  assert.match(refused.content[0]?.text ?? '', /^IDEMPOTENCY_MISMATCH: /)
  const answer = { conversation_id: 'w', turn_id: '1:assistant', role: 'assistant', text: 'Answer.' }
  await done('store_turn', answer)
  await done('fork_conversation', { source: 'w', at_message_id: 'w:1', new_conversation_id: 'x' })
  assert.equal((await done('store_turn', { ...turn, text: 'New.', idempotency_key: 'w-2' }))['left_transcript'], 2)
  const { observations } = await done('list_observations', { message_id: 'w:1' })
  assert.deepEqual(
    (observations as { text: string }[]).map(({ text }) => text),
    ['New.', 'Old.'],
  )
  const { contents } = await client.readResource({ uri: 'turngraph://conversation/x' })
  assert.match(contents[0]?.text ?? '', /Old\./)
}
