// Beyond a landing: programs are killed while they write.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { TurngraphSaver } from '../../../src/adapters/langgraph/index.ts'
import { TurngraphSession } from '../../../src/adapters/openAiAgents/index.ts'
import { connect, type ConnectedGraph } from '../../../src/client/client.ts'
import { randomFrom } from '../../support/random.ts'
import { roundsOr } from '../../support/rounds.ts'
import { describeOnce } from '../../support/stores.ts'
import { chatGraph, on, said } from './support.ts'
import { program } from '../../support/program.ts'
import { pause } from '../../support/waitFor.ts'

const { below } = randomFrom(Date.now())
const writer = 'test/adapters/langgraph/killedWriter.ts'

/** Runs the writer, kills it some time after it has said a few lines, and returns all that it has said. */
async function killed(data: string, round: number): Promise<{ said: string[][]; delay: number }> {
  const child = spawn(process.execPath, [...program(writer), data, String(round)], { cwd: root })
  let out = ''
  let errors = ''
  const wanted = 1 + below(30)
  const heard = new Promise<void>((done) => {
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString()
      if (out.split('\n').length > wanted) done()
    })
  })
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  const closed = once(child, 'close')
  await Promise.race([heard, closed])
  const delay = below(100)
  await pause(delay, 'a kill comes at any moment')
  // Its own process alone: as a power cut would.
  const isThere = child.kill('SIGKILL')
  await closed
  assert.ok(isThere && out !== '', errors)
  // A line that was begun was not said.
  const lines = out.slice(0, out.lastIndexOf('\n')).split('\n')
  return { said: lines.map((line) => line.split(' ')), delay }
}

const last = (lines: readonly string[][], word: string): number =>
  Math.max(0, ...lines.filter(([first]) => first === word).map(([, n]) => Number(n)))

interface Report {
  readonly findings: readonly { readonly code: string }[]
  readonly damage: number
}

/** Returns what is found of conversations: loose parts alone, for nothing is damaged. */
async function looseIn(client: ConnectedGraph, ids: readonly string[]): Promise<string[]> {
  const query = 'query ($id: ID!) { integrity(conversationId: $id) { damage findings { code } } }'
  const loose: string[] = []
  for (const id of ids) {
    const { integrity } = await client.query<{ integrity: Report }>(query, { id })
    const other = integrity.findings.filter(({ code }) => code !== 'RECORD_PART_LOOSE')
    assert.deepEqual([integrity.damage, other], [0, []], id)
    if (integrity.findings.length > 0) loose.push(id)
  }
  return loose
}

async function repair(client: ConnectedGraph, id: string): Promise<void> {
  const mutation = `mutation ($id: ID!) {
    repair(input: { conversationId: $id, dryRun: false }) { userErrors { code message details field } }
  }`
  await client.query(mutation, { id })
}

async function holdsThread(client: ConnectedGraph, round: number, lines: readonly string[][]): Promise<void> {
  const saver = await TurngraphSaver.connect({ client })
  const id = `thread ${round}`
  const found = new Map<string, readonly { content: unknown }[]>()
  for await (const { checkpoint } of saver.list(on(id)))
    found.set(checkpoint.id, (checkpoint.channel_values['messages'] ?? []) as { content: unknown }[])
  for (const [word, checkpoint = '', count] of lines)
    if (word === 'checkpoint') assert.equal(found.get(checkpoint)?.length, Number(count), `checkpoint ${checkpoint}`)
  const newest = [...found.values()][0] ?? []
  assert.ok(newest.length >= 2 * last(lines, 'turn'))
  // Killed before its first checkpoint, it has no conversation.
  if (found.size === 0) return
  // Turns are written with the checkpoint that has them.
  const turns = (await client.conversations.open(id).transcript({ view: 'RAW' }).all()).map(({ text }) => text)
  assert.deepEqual(
    turns,
    newest.map(({ content }) => content),
  )
}

async function goesOn(client: ConnectedGraph, round: number): Promise<void> {
  const saver = await TurngraphSaver.connect({ client })
  const { messages } = await chatGraph(saver).invoke({ messages: [said('after')] }, on(`thread ${round}`))
  assert.equal(messages.at(-2)?.content, 'words of after')
}

async function holdsItems(client: ConnectedGraph, round: number, lines: readonly string[][]): Promise<void> {
  const session = new TurngraphSession({ client, sessionId: `session ${round}` })
  const items = ((await session.getItems()) as { content: string }[]).map(({ content }) => content)
  const count = items.length / 3
  assert.ok(count >= last(lines, 'items') && Number.isInteger(count), `${items.length} items`)
  assert.deepEqual(
    items,
    items.map((_, i) => `${Math.floor(i / 3) + 1}/${i % 3}`),
  )
  // An operation that was done is known, and one that was not is done.
  const next = count % 2 === 0 ? count : count + 1
  if (next === 0) return
  const wanted = [0, 1, 2].map((i) => ({ role: 'user', content: `${next}/${i}` }))
  const transaction = { type: 'append_items' as const, items: wanted }
  await session.applyHistoryTransaction({ operationId: `op ${next}`, transaction })
  assert.equal((await session.getItems()).length, 3 * next)
}

async function holdsLongThread(client: ConnectedGraph, round: number, lines: readonly string[][]): Promise<void> {
  const saver = await TurngraphSaver.connect({ client })
  let most = 0
  for await (const { checkpoint } of saver.list(on(`long ${round}`)))
    most = Math.max(most, ((checkpoint.channel_values['messages'] ?? []) as unknown[]).length)
  assert.ok(most >= 1101 * last(lines, 'long'))
}

describeOnce("programs that keep their state by SDKs' stores", () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-killed-'))
  after(() => rmSync(data, { recursive: true, force: true }))
  let [looseAfter, acknowledged] = [0, 0]

  for (let round = 1; round <= roundsOr(10); round++)
    it(`lose nothing that was acknowledged and leave nothing half there when they are killed, round ${round}`, async (t) => {
      const { said: lines, delay } = await killed(data, round)
      t.diagnostic(`killed ${delay} ms after an answer, ${lines.length} acknowledged`)
      acknowledged += lines.length
      const client = await connect({ data })
      try {
        const there = (await client.conversations.list().all()).map(({ id }) => id)
        const ids = there.filter((id) => id.endsWith(` ${round}`))
        const loose = await looseIn(client, ids)
        await holdsThread(client, round, lines)
        await holdsItems(client, round, lines)
        if (round % 3 === 0) await holdsLongThread(client, round, lines)
        for (const id of loose) await repair(client, id)
        assert.deepEqual(await looseIn(client, ids), [])
        if (loose.length > 0) looseAfter++
        await holdsThread(client, round, lines)
        await goesOn(client, round)
      } finally {
        await client.close()
      }
    })

  it('were acknowledged something before they were killed', (t) => {
    t.diagnostic(`${acknowledged} acknowledged, loose parts after ${looseAfter} kills`)
    assert.ok(acknowledged > 0)
  })
})
