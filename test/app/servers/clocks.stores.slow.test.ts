/** Servers whose clocks differ, and one whose clock was set back, store nothing before what it follows. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createClock, createFresh } from '../../../src/app/fresh.ts'
import { nanosecondsOf } from '../../../src/domain/instants.ts'
import type { Event, Fresh } from '../../../src/domain/model.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { storeTurn } from '../../graphql/support/talk.ts'
import { emptyNeo4j, neo4jLines } from '../../support/neo4j.ts'
import { describeOnce, isWanted } from '../../support/stores.ts'

const seconds = 1_000_000_000n

/** What makes times by a clock that is so many seconds ahead. */
const freshAhead = (ahead: bigint): Fresh => ({
  ...createFresh(),
  now: createClock(() => BigInt(Date.now()) * 1_000_000n + ahead * seconds),
})

const turn = async (api: Api, conversationId: string, turnId: number | string) => {
  const role = Number(turnId) % 2 === 0 ? 'USER' : 'ASSISTANT'
  const { userErrors } = await storeTurn(api, { conversationId, turnId: String(turnId), role, text: `Turn ${turnId}.` })
  assert.deepEqual(userErrors, [])
}

type Payload = Readonly<Record<string, { readonly id: string; readonly at: string; readonly seq: number } | null>>

/** Sends a mutation, and returns what it answers: an event among that is the one that the ledger has. */
async function mutate(api: Api, mutation: string, selection = ''): Promise<Payload> {
  const asked = `mutation { payload: ${mutation} { ${selection} userErrors { code message } } }`
  const { payload } = await api.ask<{ payload: Payload & { userErrors: unknown } }>(asked)
  assert.deepEqual(payload.userErrors, [], mutation)
  const { event } = payload
  if (!event) return payload
  const [line] = await api.app.scope().store.events([event.id])
  assert.deepEqual([line?.at.replace(/\.?0*Z$/, 'Z'), line?.seq], [event.at, event.seq], mutation)
  return payload
}

const event = 'event { id at seq }'
const imported = (...texts: string[]) =>
  JSON.stringify(JSON.stringify(texts.map((content, k) => ({ role: k % 2 === 0 ? 'user' : 'assistant', content }))))

/** Each kind of line that the ledger of a conversation has, each of whoever is asked next. */
async function writeAll(next: () => Api, id: string): Promise<void> {
  for (let n = 0; n < 6; n++) await turn(next(), id, n)
  const own = `conversationId: "${id}"`
  await mutate(next(), `checkpoint(input: { ${own}, name: "one" })`, event)
  await mutate(next(), `forkConversation(input: { source: "${id}", newConversationId: "${id}-fork" })`, event)
  await turn(next(), id, 6)
  await mutate(
    next(),
    `forkConversation(input: { source: "${id}", newConversationId: "${id}-part", at: { turn: 4 } })`,
    event,
  )
  await mutate(next(), `rewindConversation(input: { ${own}, to: { turn: 4 } })`, event)
  await mutate(next(), `undo(input: { ${own} })`, event)
  await mutate(next(), `updateConversation(input: { id: "${id}", title: "Other" })`)
  await mutate(next(), `claimRun(input: { ${own}, runId: "r" })`)
  await mutate(next(), `completeRun(input: { ${own}, runId: "r" })`)
  await turn(next(), id, 7)
  await mutate(next(), `amendMessage(input: { messageId: "${id}:0", fields: { text: "Better." } })`)
  await mutate(next(), `deleteMessage(input: { id: "${id}:1" })`)
  await mutate(next(), `restoreMessage(input: { id: "${id}:1" })`)
  await mutate(next(), `compact(input: { ${own}, from: { turn: 1 }, to: { turn: 2 }, summary: "Short." })`, event)
  const { marker } = await mutate(
    next(),
    `dropSpan(input: { ${own}, from: { turn: 3 }, to: { turn: 4 } })`,
    `marker { id } ${event}`,
  )
  await mutate(next(), `cancelMarker(input: { ${own}, markerId: "${marker?.id}" })`, event)
  await mutate(next(), `materialize(input: { ${own}, newConversationId: "${id}-whole" })`, event)
  const edge = `type: REFERS_TO, source: { conversationId: "${id}" }, target: { conversationId: "${id}-part" }`
  await mutate(next(), `relate(input: { ${edge} })`)
  await mutate(next(), `unrelate(input: { ${edge} })`)
  const { observation } = await storeTurn(next(), {
    conversationId: `${id}-fork`,
    turnId: '8',
    role: 'USER',
    text: 'Fork.',
  })
  const picked = `into: "${id}", from: ["${id}-fork"], strategy: CHERRY_PICK, turns: ["${id}-fork:8"]`
  await mutate(next(), `mergeConversations(input: { ${picked} })`, event)
  await mutate(next(), `annotate(input: { observationId: "${observation.id}", annotations: { good: true } })`, event)
  await mutate(next(), `switchHead(input: { conversationId: "${id}-fork", observationId: "${observation.id}" })`, event)
  await mutate(
    next(),
    `importTranscript(input: { ${own}-in", content: ${imported('One.', 'Two.')} })`.replace('"-in', '-in'),
  )
  await mutate(
    next(),
    `importTranscript(input: { ${own}-in", content: ${imported('One.', 'Two.', 'Three.')} })`.replace('"-in', '-in'),
  )
  await mutate(next(), `deleteConversation(input: { id: "${id}-part" })`)
  await mutate(next(), `restoreConversation(input: { id: "${id}-part" })`)
  await mutate(next(), `erase(input: { messageIds: ["${id}:2"], reason: RETENTION })`)
  // Beside each other: those of one server do not wait for each other.
  await Promise.all([10, 11, 12, 13, 14, 15].map((n) => turn(next(), id, n)))
}

async function ledger({ app }: Api, id: string): Promise<Event[]> {
  const [events = []] = await app.scope().store.lists([{ list: 'ledger', owner: id, after: null, limit: 1000 }])
  return [...events].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
}

/** No line of these ledgers is dated before the one above it; returns the kinds of lines. */
async function areInOrder(api: Api, ...ids: string[]): Promise<Set<string>> {
  const ledgers = await Promise.all(ids.map((id) => ledger(api, id)))
  for (const lines of ledgers)
    for (const [n, { at, kind, conversationId }] of lines.entries())
      assert.ok(n === 0 || at > (lines[n - 1]?.at ?? ''), `${conversationId}: line ${n}, ${kind}`)
  return new Set(ledgers.flat().map(({ kind }) => kind))
}

/** Returns how many nodes there are, each ingested after its parent. */
async function nodesInOrder({ app }: Api, id: string): Promise<number> {
  const { store } = app.scope()
  const [nodes = []] = await store.lists([{ list: 'observationsOfConversation', owner: id, after: null, limit: 1000 }])
  for (const { place, ingestedAt } of nodes) {
    const [parent] = place?.parentId == null ? [] : await store.observations([place.parentId])
    assert.ok(!parent || ingestedAt > parent.ingestedAt, `${id}: ${place?.depth}`)
  }
  return nodes.length
}

async function isWhole(api: Api, id: string): Promise<void> {
  const asked = `{ integrity(conversationId: "${id}") { damage findings { code } } }`
  const { integrity } = await api.ask<{ integrity: { damage: number; findings: unknown[] } }>(asked)
  assert.equal(integrity.damage, 0, JSON.stringify(integrity.findings))
}

const kinds =
  `CREATE STORE CHECKPOINT FORK REWIND UNDO UPDATE RUN CORRECT DELETE RESTORE COMPACT DROP CANCEL MATERIALIZE RELATE UNRELATE
  MERGE ANNOTATE SWITCH IMPORT ERASE`.split(/\s+/)

function suite(store: string, skip: string | false, open: () => Promise<Record<string, string>>): void {
  describe(`servers on ${store} whose clocks differ by five seconds`, { skip }, () => {
    it('store nothing before what it follows, whichever is asked', async () => {
      const env = { RATE_LIMIT: '0', ...(await open()) }
      const fast = await startApi(env, { fresh: freshAhead(3n) })
      const slow = await startApi(env, { fresh: freshAhead(-2n) })
      try {
        for (const [id, servers] of [
          ['f', [fast, slow]],
          ['s', [slow, fast]],
        ] as const) {
          let asked = 0
          await writeAll(() => servers[asked++ % 2] ?? fast, id)
          const all = [id, `${id}-fork`, `${id}-part`, `${id}-whole`, `${id}-in`]
          const found = await areInOrder(slow, ...all)
          assert.deepEqual(
            kinds.filter((kind) => !found.has(kind)),
            [],
          )
          for (const one of all) assert.ok((await nodesInOrder(slow, one)) > 0 || one === `${id}-part`)
          await isWhole(slow, id)
        }
      } finally {
        await Promise.all([fast.close(), slow.close()])
      }
    })

    it('know of a line that changed no conversation', async () => {
      const env = { RATE_LIMIT: '0', ...(await open()) }
      const fast = await startApi(env, { fresh: freshAhead(3n) })
      const slow = await startApi(env, { fresh: freshAhead(-2n) })
      try {
        // The slow one remembers the conversation, which a fork elsewhere does not change.
        await turn(slow, 'l', 0)
        await mutate(fast, 'forkConversation(input: { source: "l", newConversationId: "l-fork" })', event)
        await Promise.all([1, 2, 3, 4].map((n) => turn(slow, 'l', n)))
        await areInOrder(slow, 'l', 'l-fork')
        const lines = await ledger(slow, 'l')
        const forkAt = lines.find(({ kind }) => kind === 'FORK')?.at ?? ''
        // Only as late as is needed: a clock that is ahead is not followed.
        const after = lines.slice(-4).map(({ at }) => nanosecondsOf(at) - nanosecondsOf(forkAt))
        assert.ok(
          after.every((nanoseconds) => nanoseconds > 0n && nanoseconds < 1_000n),
          String(after),
        )
      } finally {
        await Promise.all([fast.close(), slow.close()])
      }
    })
  })
}

const folder = mkdtempSync(join(tmpdir(), 'turngraph-clocks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let opened = 0
if (isWanted('sqlite')) suite('one file', false, async () => ({ DATA: join(folder, `file ${opened++}`) }))
for (const { line, version, skip } of await neo4jLines())
  suite(`Neo4j ${version}`, skip, async () => {
    const { uri, user, password } = await emptyNeo4j(line)
    return { STORE: uri, STORE_USER: user, STORE_PASSWORD: password }
  })

describeOnce('a server on SQLite whose clock was set back between two starts', () => {
  it('stores nothing before what it follows', async () => {
    const DATA = join(folder, 'set back')
    for (const ahead of [60n, 0n, -60n]) {
      const api = await startApi({ DATA, RATE_LIMIT: '0' }, { fresh: freshAhead(ahead) })
      for (let n = 0; n < 3; n++) await turn(api, 'c', `${ahead}${n}`)
      await mutate(api, `checkpoint(input: { conversationId: "c", name: "at ${ahead}" })`, event)
      await nodesInOrder(api, 'c')
      await areInOrder(api, 'c')
      await api.close()
    }
  })
})
