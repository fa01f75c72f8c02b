import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import { registeredIn, rememberedMs } from '../../src/app/access/registered.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../src/app/heads/rewindConversation.ts'
import { conversationsPage, listPage } from '../../src/app/read/lists.ts'
import type { Scope } from '../../src/app/scope.ts'
import { transcriptPage } from '../../src/app/transcripts/transcript.ts'
import { instantOf } from '../../src/domain/instants.ts'
import type { Fresh } from '../../src/domain/model.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { onEveryStore } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'
import { say } from '../support/talk.ts'

/** Worlds that are tried on each store; TENANT_RUNS=5000 makes it a night's work. */
const runs = Number(process.env['TENANT_RUNS'] ?? 8)

/** What one of two tenants does; both use the same ids, keys and texts. */
interface Command {
  readonly what: 'say' | 'fork' | 'rewind' | 'read'
  readonly conversation: number
  readonly turn: number
  readonly keyed: boolean
}

const commands = fc.array(
  fc.record<Command>({
    what: fc.constantFrom('say', 'say', 'say', 'fork', 'rewind', 'read'),
    conversation: fc.nat({ max: 2 }),
    turn: fc.nat({ max: 5 }),
    keyed: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14 },
)

/** Ids and times that depend on what the tenant itself has done, and on nothing else. */
function freshOf(seed: string): Pick<Fresh, 'id' | 'now'> {
  let [ids, times] = [0, 0n]
  return { id: () => `${seed}-${ids++}`, now: () => instantOf(1_700_000_000_000_000_000n + times++) }
}

async function done(scope: Scope, { what, conversation, turn, keyed }: Command): Promise<unknown> {
  const id = `c${conversation}`
  const idempotencyKey = keyed ? `${what}-${conversation}-${turn}` : null
  try {
    if (what === 'say')
      return await say(scope, id, `${turn % 2 ? 'a' : 'u'}${turn}`, `text ${turn}`, { idempotencyKey })
    if (what === 'rewind') return await rewindConversation(scope, { conversationId: id, to: { turn }, idempotencyKey })
    if (what === 'fork')
      return await forkConversation(scope, {
        source: id,
        newConversationId: `c${(conversation + 1) % 3}-${turn}`,
        idempotencyKey,
      })
    return await seenBy(scope)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.code, error.message, error.facts]
  }
}

/** All that a tenant can read of what it did, with its cursors. */
async function seenBy(scope: Scope): Promise<unknown> {
  const page = await conversationsPage(scope, {}, { first: 100 })
  const inside = page.items.map(async ({ item }) => [
    await listPage(scope, 'events', item.id, { first: 100 }).then((page) =>
      page.items.map((one) => [one.cursor, one.item]),
    ),
    await transcriptPage(scope, item, 'MESSAGES', { first: 100 }).then((page) =>
      page.entries.map((one) => [one.cursor, one.entry]),
    ),
  ])
  return [await page.totalCount(), page.items.map((one) => [one.cursor, one.item]), await Promise.all(inside)]
}

/** Segments are the store's own names, which no answer shows. */
const shown = (answers: unknown) =>
  JSON.stringify(answers, (name, value: unknown) => (name === 'segmentId' || name === 'segments' ? undefined : value))

await onEveryStore('two tenants of one store', (on) => {
  let count = 0
  it('answers the one as if the other were not there', async () => {
    await fc.assert(
      fc.asyncProperty(commands, commands, async (ours, theirs) => {
        const run = `${Date.now().toString(36)}-${count++}`
        const of = (tenant: string) => {
          const fresh = freshOf('x')
          return () => {
            const scope = on.scope({ tenant: `${tenant}-${run}` })
            return { ...scope, fresh: { ...scope.fresh, ...fresh } }
          }
        }
        const [alone, beside, other] = [of('same'), of('with'), of('other')]
        const plain: unknown[] = []
        for (const command of ours) plain.push(await done(alone(), command))
        const mixed: unknown[] = []
        for (const [k, command] of ours.entries()) {
          const their = theirs[k % theirs.length]
          if (their) await done(other(), their)
          mixed.push(await done(beside(), command))
        }
        // Cursors name the tenant by a digest, which is the one thing that may differ.
        const withoutStamps = (text: string) => text.replaceAll(/"W[\w-]{10,}"/g, '"cursor"')
        assert.equal(withoutStamps(shown(mixed)), withoutStamps(shown(plain)))
        assert.equal(withoutStamps(shown(await seenBy(beside()))), withoutStamps(shown(await seenBy(alone()))))
      }),
      { numRuns: on.name.includes('SQLite') ? runs : Math.min(runs, 3) },
    )
  })

  it('refuses the cursors of the other as it refuses broken ones', async () => {
    const [ours, theirs] = ['ours', 'theirs'].map(
      (tenant) => () => on.scope({ tenant: `cursors-${tenant}-${on.name}` }),
    )
    if (!ours || !theirs) throw new Error('There are two.')
    for (const scope of [ours, theirs]) for (const turn of ['u1', 'a1']) await say(scope(), 'c', turn)
    const page = async (scope: Scope, after: string | null) => listPage(scope, 'events', 'c', { first: 1, after })
    const cursor = (await page(theirs(), null)).items[0]?.cursor ?? ''
    await assert.rejects(page(ours(), cursor), { code: 'BAD_INPUT' })
    assert.equal((await page(theirs(), cursor)).items.length, 1)
  })
})

describeOnce('two servers on one store', () => {
  void describe('of which one revokes a key', () => {
    it('refuse it both within half a minute', async () => {
      let [now, revokedAt] = [0, null as string | null]
      const key = () => Promise.resolve({ id: 'k', revokedAt } as never)
      const servers = [1, 2].map(() => registeredIn({ apiKey: key } as never, () => now))
      const seen = () => Promise.all(servers.map(async (server) => (await server.key('k'))?.revokedAt ?? null))
      assert.deepEqual(await seen(), [null, null])
      revokedAt = 'now'
      now = rememberedMs - 1
      assert.deepEqual(await seen(), [null, null])
      now = rememberedMs
      assert.deepEqual(await seen(), ['now', 'now'])
    })
  })
})
