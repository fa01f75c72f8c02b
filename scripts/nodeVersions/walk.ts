import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

const session = '5e0b0f00-0000-4000-8000-00000000f0a1'

/** Walks once through what a server is for, over HTTP: turns, a fork, a proof, an attachment, an import, an event. */
export async function walk(url: string, version: string): Promise<void> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  assert.match(metrics, new RegExp(`nodejs_version_info\\{version="v${version}"`))
  await storeAndFork(url)
  await attach(url)
  await importAndExport(url)
  await follow(url)
}

async function storeAndFork(url: string): Promise<void> {
  const turns = ['One.', 'Two.', 'Three.'].map((text, i) => ({
    turnId: `${i}`,
    role: i === 1 ? 'ASSISTANT' : 'USER',
    text,
  }))
  const stored = await ask(
    url,
    'mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) { userErrors { code } } }',
    {
      turns: turns.map((turn) => ({ ...turn, conversationId: 'c' })),
    },
  )
  assert.deepEqual(stored, { storeTurns: { userErrors: [] } })
  const forked = await ask(
    url,
    `mutation { forkConversation(input: { source: "c", at: { turn: 2 }, newConversationId: "d" }) {
    sharedLength copied conversation { head { id } } } }`,
  )
  const { sharedLength, copied, conversation } = forked['forkConversation'] as Forked
  assert.deepEqual([sharedLength, copied], [2, 0])
  const proof = await ask(url, 'query ($id: ID!) { verifyPath(observationId: $id) { valid } }', {
    id: conversation.head.id,
  })
  assert.deepEqual(proof, { verifyPath: { valid: true } })
}

interface Forked {
  readonly sharedLength: number
  readonly copied: number
  readonly conversation: { readonly head: { readonly id: string } }
}

async function attach(url: string): Promise<void> {
  const put = await fetch(`${url}/attachments?fileName=a.txt`, { method: 'PUT', body: 'bytes' })
  const { downloadUrl } = (await put.json()) as { downloadUrl: string }
  assert.equal(await (await fetch(`${url}${downloadUrl}`)).text(), 'bytes')
}

async function importAndExport(url: string): Promise<void> {
  const body = readFileSync(join(root, 'examples/claude-code', `${session}.jsonl`))
  const imported = await fetch(`${url}/import?fileName=${session}.jsonl`, { method: 'POST', body })
  assert.equal(imported.status, 200)
  const exported = await fetch(`${url}/export/${session}?format=CLAUDE_CODE&wholeTree=true`)
  assert.deepEqual(Buffer.from(await exported.arrayBuffer()), body)
}

async function follow(url: string): Promise<void> {
  const query = 'subscription { conversationChanged(id: "c", afterSeq: 0) { kind } }'
  const response = await fetch(`${url}/graphql/stream?query=${encodeURIComponent(query)}`)
  let text = ''
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece as Uint8Array).toString()
    if (text.includes('"kind":"STORE"')) return
  }
  assert.fail(`The events ended without one of the turns: ${text}`)
}

async function ask(url: string, query: string, variables: object = {}): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: object[] }
  assert.deepEqual(errors, undefined)
  return data
}
