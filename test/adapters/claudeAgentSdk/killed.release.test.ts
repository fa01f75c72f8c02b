// Takes long: programs are killed while they write.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'
import { TurngraphSessionStore } from '../../../src/adapters/claudeAgentSdk/index.ts'
import { connect, type ConnectedGraph } from '../../../src/client/client.ts'
import { randomFrom } from '../../support/random.ts'
import { roundsOr } from '../../support/rounds.ts'
import { describeOnce } from '../../support/stores.ts'
import { pause } from '../../support/waitFor.ts'

const folder = 'test/adapters/claudeAgentSdk'
const skip = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`
const { below } = randomFrom(Date.now())
const sizes = { one: 1, some: 7 } as const

/** Runs the writer, kills it some time after it has said a few lines, and returns the last that it said of each session. */
async function killed(data: string, round: number): Promise<{ acknowledged: Map<string, number>; delay: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, folder, 'killedWriter.ts'), data, `${round}`], {
    cwd: root,
  })
  let [out, errors] = ['', '']
  const wanted = 1 + below(40)
  const heard = new Promise<void>((done) => {
    child.stdout.on('data', (piece: Buffer) => {
      out += piece.toString()
      if (out.split('\n').length > wanted) done()
    })
  })
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  const closed = once(child, 'close')
  await Promise.race([heard, closed])
  const delay = below(60)
  await pause(delay, 'a kill comes at any moment')
  // Its own process alone: as a power cut would.
  const isThere = child.kill('SIGKILL')
  await closed
  assert.ok(isThere && out !== '', errors)
  const acknowledged = new Map<string, number>()
  // A line that was begun was not said.
  for (const line of out.slice(0, out.lastIndexOf('\n')).split('\n')) {
    const [name = '', n] = line.split(' ')
    acknowledged.set(name, Number(n))
  }
  return { acknowledged, delay }
}

async function holds(client: ConnectedGraph, name: keyof typeof sizes, round: number, least: number): Promise<void> {
  const sessionId = `${name}-${round}`
  const store = new TurngraphSessionStore({ client })
  const lines = (await store.load({ projectKey: 'p', sessionId })) ?? []
  assert.ok(lines.length >= least && lines.length % sizes[name] === 0, `${lines.length} lines of ${sessionId}`)
  assert.deepEqual(
    lines.map(({ uuid }) => uuid),
    lines.map((_, i) => `${sessionId}-${i + 1}`),
  )
  if (lines.length === 0) return
  const turns = await client.conversations.open(sessionId).transcript({ view: 'RAW' }).all()
  assert.deepEqual(
    turns.map(({ text }) => text),
    lines.map((_, i) => `${i + 1}`),
  )
  const listed = (await store.listSessions('p')).map((one) => one.sessionId)
  assert.ok(listed.includes(sessionId))
  const query = 'query ($id: ID!) { integrity(conversationId: $id) { damage } }'
  const { integrity } = await client.query<{ integrity: { damage: number } }>(query, { id: sessionId })
  assert.equal(integrity.damage, 0)
}

describeOnce('sessions that a killed program mirrored', () => {
  const data = mkdtempSync(join(tmpdir(), 'turngraph-killed-'))
  after(() => rmSync(data, { recursive: true, force: true }))

  for (let round = 1; round <= roundsOr(10); round++)
    it(`have every acknowledged line, whole, round ${round}`, { skip }, async (t) => {
      const { acknowledged, delay } = await killed(data, round)
      t.diagnostic(`killed after ${delay} ms; acknowledged ${JSON.stringify([...acknowledged])}`)
      const client = await connect({ data })
      try {
        for (const name of ['one', 'some'] as const) await holds(client, name, round, acknowledged.get(name) ?? 0)
      } finally {
        await client.close()
      }
    })
})
