import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { restoreRelationship } from '../../../src/app/relationships/restoreRelationship.ts'
import { splitEntity } from '../../../src/app/entities/splitEntity.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { unrelate } from '../../../src/app/relationships/unrelate.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { relationshipId } from '../../../src/domain/records/relationship.ts'
import { factOwner } from '../../../src/storage/graphStore.ts'
import { inCi } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { PlainThings } from '../../support/plainThings.ts'
import { entity, listed, merge } from '../../support/things.ts'

const pick = fc.nat(20)
const step = fc.record(
  {
    do: fc.constantFrom('relate', 'relate', 'relate', 'unrelate', 'restore', 'merge', 'split', 'store'),
    type: fc.constantFrom('DEPENDS_ON', 'REFERS_TO'),
    a: pick,
    b: pick,
  },
  { noNullPrototype: true },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The product and the plain model side by side. */
class Pair {
  readonly plain = new PlainThings()
  readonly scope: () => Scope

  constructor(on: TestStore, tenant: string) {
    this.scope = () => on.scope({ tenant, process: 1 })
  }

  async open(): Promise<void> {
    for (let i = 0; i < 6; i++) await this.store(`e${i}`)
  }

  async run({ do: what, type, a, b }: Step): Promise<void> {
    const names = [...this.plain.entities.keys()]
    const [one, other] = [names[a % names.length] as string, names[b % names.length] as string]
    const input = { type, source: { entityId: one }, target: { entityId: other } } as const
    if (what === 'store') return this.store(one)
    if (what === 'split') return this.split(one, b)
    if (what === 'merge') return this.merge(one, other)
    const commands = { relate, unrelate, restore: restoreRelationship }
    const outcome = await outcomeOf(commands[what](this.scope(), input).then(() => 'done'))
    const expected = this.plain[what](type, one, other)
    assert.equal(outcome, expected === 'ok' ? 'done' : expected, `${what} ${type} ${one} ${other}`)
  }

  async store(name: string): Promise<void> {
    const { observation } = await storeEntity(this.scope(), { id: name, type: 'thing', name })
    const known = this.plain.entities.get(this.plain.standing(name)) ?? { mergedInto: null, facts: [] }
    known.facts.push(observation?.id ?? '')
    this.plain.entities.set(this.plain.standing(name), known)
  }

  async merge(from: string, into: string): Promise<void> {
    const expected = this.plain.merge(from, into)
    const counted = merge(this.scope(), from, into).then((done) => ({
      facts: done.observationsMoved,
      edges: done.relationshipsMoved,
    }))
    assert.deepEqual(await outcomeOf(counted), expected, `${from} into ${into}`)
  }

  async split(name: string, count: number): Promise<void> {
    const source = this.plain.entities.get(this.plain.standing(name))
    const taken = source?.facts.slice(0, count % 3) ?? []
    const id = `e${this.plain.entities.size}`
    const input = { source: name, observationIds: taken, newEntity: { id, type: 'thing', name: id } }
    const split = splitEntity(this.scope(), input)
    if (!source || taken.length === 0 || taken.length === source.facts.length) {
      assert.equal(await outcomeOf(split), 'BAD_INPUT')
      return
    }
    const { observation } = await split
    source.facts = source.facts.slice(taken.length)
    this.plain.entities.set(id, { mergedInto: null, facts: [...taken, observation?.id ?? ''] })
  }

  async check(): Promise<void> {
    for (const [id, plain] of this.plain.entities) {
      const edges = this.plain.live().filter(({ source, target }) => source === id || target === id)
      const ids = edges.map(({ type, source, target }) =>
        relationshipId({ type, source: entity(source), target: entity(target) }),
      )
      assert.deepEqual((await listed(this.scope(), entity(id))).sort(), ids.sort(), id)
      const owner = factOwner({ ownerKind: 'ENTITY', ownerId: id })
      const { items } = await listPage(this.scope(), 'factsOf', owner, { first: 100 })
      assert.deepEqual(items.map(({ item }) => item.id).sort(), plain.facts.toSorted(), id)
      const stored = await this.scope().reads.entity(id)
      assert.deepEqual([stored?.mergedInto, stored?.factCount], [plain.mergedInto, plain.facts.length], id)
      assert.equal(stored?.snapshot?.observationCount ?? 0, plain.facts.length, id)
    }
  }
}

async function outcomeOf<R>(command: Promise<R>): Promise<R | string> {
  try {
    return await command
  } catch (thrown) {
    if (thrown instanceof Refusal) return String(thrown.code)
    throw thrown
  }
}

await onEveryStore('entities and relationships', (on) => {
  it('are what the plain model says after any relates, unrelates, restores, merges and splits', async () => {
    let run = 0
    const numRuns = on.name.includes('SQLite') ? inCi(40, 10) : 6
    const steps = fc.array(step, { minLength: 10, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const pair = new Pair(on, `things ${run++}`)
        await pair.open()
        for (const one of given) await pair.run(one)
        await pair.check()
      }),
      { numRuns },
    )
  })
})
