/** Backups of a Neo4j to which two other servers write all the time: each restores, is sound, and lacks nothing older than itself. */
// Takes long: two servers write random commands beside each backup.
// Beyond a landing: each line of Neo4j has a minute of them.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { readBack } from '../../../src/app/backups/readBack.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { createReads, createSegmentCache } from '../../../src/app/read/reads.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { sealOf } from '../../../src/domain/access/keyedDigest.ts'
import { openDirectory } from '../../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { openNeo4jStore } from '../../../src/storage/neo4j/store.ts'
import { openScratch } from '../../../src/storage/scratch.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { anyCommand, type Known } from '../../support/anyCommands.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { neo4jLines, withNeo4j } from '../../support/neo4j.ts'
import { randomFrom } from '../../support/random.ts'
import { roundsOr, seedsOfRun } from '../../support/rounds.ts'
import { actsOn, type TestStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

const [seed = 1] = seedsOfRun(1)
const tenant = 'beside'
const [conversations, turns] = [20, 50]

const hotOf = (round: number) => `hot ${round}`

/** Does an act again and again until it is stopped. */
class Writer {
  #isOver = false
  readonly #done: Promise<void>

  constructor(act: (n: number) => Promise<unknown>) {
    this.#done = this.#write(act)
  }

  async #write(act: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !this.#isOver; n++) await act(n)
  }

  stop(): Promise<void> {
    this.#isOver = true
    return this.#done
  }
}

/** As a request that has read nothing yet. */
const anew = (scope: Scope): Scope => ({
  ...scope,
  reads: createReads(scope.store, scope.tenant, createSegmentCache()),
})

const lines = await neo4jLines()

describe('a backup beside the writes of other servers', () => {
  for (const { line, version, skip } of lines)
    describe(`of Neo4j ${version}`, { skip }, () => {
      const folder = mkdtempSync(join(tmpdir(), 'turngraph-beside-'))
      const stores: GraphStore[] = []
      const servers: TestStore[] = []
      let count = 0
      const acknowledged = new Set<string>()

      before(async () => {
        const database = await withNeo4j(line)
        const bytes = await openDirectory(join(folder, 'bytes'))
        for (let n = 0; n < 3; n++) {
          const store = await openNeo4jStore({ ...database, timeouts: { read: 60_000, write: 60_000 } })
          stores.push(store)
          servers.push(
            actsOn(
              '',
              () => store,
              () => bytes,
            ),
          )
        }
        const fill = async (n: number) => {
          const stored = Array.from({ length: turns }, (_, turn) => ({
            ...{ conversationId: `filled ${n}`, turnId: `t${turn}`, role: turn % 2 ? 'ASSISTANT' : 'USER' },
            blocks: [{ type: 'text', text: `${n} ${turn}` }],
          }))
          const { results } = await storeTurns(scopeOf(0), { turns: stored } as Parameters<typeof storeTurns>[1])
          for (const { observation } of results) acknowledged.add(observation.id)
        }
        await Promise.all(Array.from({ length: conversations }, (_, n) => fill(n)))
      })
      after(async () => {
        for (const store of stores) await store.close()
        rmSync(folder, { recursive: true, force: true })
      })

      const scopeOf = (server: number) => (servers[server] as TestStore).scope({ tenant })

      async function isSound(scope: Scope, id: string): Promise<void> {
        const { damage, findings } = await integrity(anew(scope), id)
        assert.equal(damage, 0, `${id}: ${JSON.stringify(findings)}`)
      }

      /**
       * Two servers that never stop writing to one conversation, of this round alone, append to all others, and send any commands. Were it the same in each
       * round, the next would begin with a longer one, take longer to verify it, and leave the writers more time to make it longer still.
       */
      function startWriters(round: number): Writer[] {
        const random = randomFrom(seed * 100 + round)
        const known: Known = new Map()
        const append = (server: number) => async (n: number) => {
          const id = n % 2 ? hotOf(round) : `filled ${random.below(conversations)}`
          const { observation } = await say(scopeOf(server), id, `u${round} ${server} ${n}`, 'said', {
            idempotencyKey: `key ${round} ${server} ${n}`,
          })
          acknowledged.add(observation.id)
        }
        const any = (server: number) => () => anyCommand(scopeOf(server), known, random.below(2 ** 31))
        return [0, 1].flatMap((server) => [new Writer(append(server)), new Writer(any(server))])
      }

      async function holds(file: Buffer, older: readonly string[]): Promise<void> {
        const unreadable = await readBack(() => Readable.from([file]), openScratch, sealOf(scopeOf(2)))
        assert.deepEqual(unreadable, [])
        const other = await openSqliteStore({ path: join(folder, `${++count}.db`) })
        const scope = (servers[2] as TestStore).scope({ tenant, store: other })
        await restored(scope, file)
        const found = await other.observations(scope.tenant, older)
        assert.deepEqual(
          older.filter((_, i) => found[i] === null),
          [],
        )
        const ids = contentOf(file).flatMap((text) =>
          text.startsWith('{"line":"conversation"') ? [(JSON.parse(text) as { value: { id: string } }).value.id] : [],
        )
        assert.ok(ids.length >= conversations)
        for (const id of ids) await isSound(scope, id)
        await other.close()
      }

      it(`ends, restores, is sound and lacks nothing that was acknowledged before it began; what is verified meanwhile is sound (seed ${seed})`, async (t) => {
        for (let round = 0; round < roundsOr(1); round++) {
          const writers = startWriters(round)
          await say(scopeOf(0), hotOf(round), `u begins ${round}`)
          const older = [...acknowledged]
          const file = await backedUp(scopeOf(2))
          const beside = acknowledged.size - older.length
          for (const id of [hotOf(round), 'filled 0']) await isSound(scopeOf(2), id)
          await Promise.all(writers.map((writer) => writer.stop()))
          t.diagnostic(`${older.length} turns acknowledged before, ${beside} beside`)
          assert.ok(beside > 0)
          await holds(file, older)
        }
      })
    })
})
