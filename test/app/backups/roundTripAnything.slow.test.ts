// Takes long: any commands of the API, and backups of what they made.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import fc from '../../support/properties.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { anyCommand, commandNames, type Came, type Known } from '../../support/anyCommands.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { wholeOr, roundsOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'

/** The same commands each time; `TEST_SEED=7` draws others. */
const seed = Number(process.env['TEST_SEED'] ?? 1)

await onEveryStore('a backup of what any commands made', (on) => {
  let count = 0
  const alone = (store?: GraphStore) => on.scope({ tenant: `any ${on.name} ${++count}`, ...(store && { store }) })
  const [isSqlite, came]: [boolean, Came[]] = [on.name.includes('SQLite'), []]
  let [folder, other]: [string, GraphStore | null] = ['', null]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turngraph-any-'))
    other = await openSqliteStore({ path: join(folder, 'other.db') })
  })
  after(async () => {
    await other?.close()
    await rm(folder, { recursive: true })
  })

  /** Holds that a store does not contradict itself anywhere. */
  async function sound(scope: Scope): Promise<void> {
    scope.reads.clear()
    const { items } = await conversationsPage(scope, { includeDeleted: true }, { first: 100 })
    for (const { item } of items) {
      const { damage, findings } = await integrity(scope, item.id, { deep: true })
      assert.equal(damage, 0, JSON.stringify(findings))
    }
  }

  // fast-check prints the seed of what fails, and the shortest list of commands that does.
  it('restores into a store of another kind and back, to the same, and sound everywhere', async () => {
    const commands = fc.array(fc.nat(2 ** 31 - 1), { minLength: 20, maxLength: 60, size: 'max' })
    const restoresEqual = fc.asyncProperty(commands, async (seeds) => {
      const [from, elsewhere, back] = [alone(), alone(other ?? undefined), alone()]
      const known: Known = new Map()
      for (const seed of seeds) came.push(await anyCommand(from, known, seed))
      const bytes = await backedUp(from)
      await sound(from)
      for (const to of [elsewhere, back]) {
        await restored(to, to === elsewhere ? bytes : await backedUp(elsewhere))
        assert.deepEqual(contentOf(await backedUp(to)), contentOf(bytes))
        await sound(to)
      }
      const again = await restored(from, bytes, { merge: true })
      assert.equal(again.added, 0)
    })
    await fc.assert(restoresEqual, { seed, numRuns: roundsOr(isSqlite ? wholeOr(25, 3) : wholeOr(2, 1)) })
  })

  if (!isSqlite) return
  it('was of commands that were done, of several names at the least', () => {
    const done = new Set(came.filter(({ refused }) => refused === null).map(({ command }) => command))
    // Few rounds are short; each name comes in time, and none but these.
    assert.ok(done.size >= 6 && [...done].every((name) => commandNames.includes(name)), [...done].join())
  })
})
