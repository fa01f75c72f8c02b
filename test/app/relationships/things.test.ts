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
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import * as plain from '../../support/records/plainRecords.ts'
import type { PlainRecords } from '../../support/records/plainRecords.ts'
import { entity, listed, merge } from '../../support/things.ts'

/** Few, so that they meet. */
const pick = fc.nat(5)
const step = fc.record(
  {
    do: fc.oneof(
      { weight: 6, arbitrary: fc.constant('relate' as const) },
      { weight: 2, arbitrary: fc.constantFrom('unrelate' as const, 'restore' as const) },
      { weight: 1, arbitrary: fc.constantFrom('merge' as const, 'split' as const, 'store' as const) },
    ),
    // Most of one type, so that chains grow.
    type: fc.constantFrom('DEPENDS_ON', 'DEPENDS_ON', 'DEPENDS_ON', 'PART_OF', 'REFERS_TO'),
    a: pick,
    b: pick,
  },
  { noNullPrototype: true },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The product and the plain model side by side. */
class Pair {
  readonly plain: PlainRecords = { entities: new Map(), relationships: new Map(), facts: new Map() }
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
    if (what === 'store') return this.store(one)
    if (what === 'split') return this.split(one, b)
    if (what === 'merge') return this.merge(one, other)
    const ties = [...this.plain.relationships.values()].filter((tie) => tie.type === type)
    const met = what === 'relate' ? undefined : ties[(a * 7 + b) % Math.max(1, ties.length)]
    return this.change(what, type, met?.source.id ?? one, met?.target.id ?? other)
  }

  async change(what: keyof typeof commands, type: Step['type'], source: string, target: string): Promise<void> {
    const [command, plainCommand] = commands[what]
    const input = { type, source: { entityId: source }, target: { entityId: target } }
    const outcome = await outcomeOf(command(this.scope(), input).then(() => 'ok'))
    assert.equal(outcome, plainCommand(this.plain, { type, source, target }), `${what} ${type} ${source} ${target}`)
  }

  async store(name: string): Promise<void> {
    const { observation } = await storeEntity(this.scope(), { id: name, type: 'thing', name })
    plain.observe(this.plain, name, observation?.id ?? '')
  }

  async merge(from: string, into: string): Promise<void> {
    const expected = plain.mergeEntities(this.plain, from, into)
    const counted = merge(this.scope(), from, into).then((done) => ({
      facts: done.observationsMoved,
      relationships: done.relationshipsMoved,
    }))
    assert.deepEqual(await outcomeOf(counted), expected, `${from} into ${into}`)
  }

  async split(name: string, count: number): Promise<void> {
    const facts = plain.factsOf(this.plain, plain.standing(this.plain, name))
    const taken = facts.slice(0, count % 3).map(({ id }) => id)
    const id = `e${this.plain.entities.size}`
    const input = { source: name, observationIds: taken, newEntity: { id, type: 'thing', name: id } }
    const split = await outcomeOf(splitEntity(this.scope(), input))
    const outcome = plain.splitEntity(this.plain, name, taken, id)
    if (typeof split === 'string') assert.equal(split, outcome)
    else {
      assert.equal(outcome, 'ok')
      plain.observe(this.plain, id, split.observation?.id ?? '')
    }
  }

  async check(): Promise<void> {
    for (const [id, { mergedInto }] of this.plain.entities) {
      const ids = plain
        .tiesOf(this.plain, id)
        .map(({ type, source, target }) =>
          relationshipId({ type: type as Step['type'], source: entity(source.id), target: entity(target.id) }),
        )
      assert.deepEqual((await listed(this.scope(), entity(id))).sort(), ids.sort(), id)
      const facts = plain.factsOf(this.plain, id).map((fact) => fact.id)
      const owner = factOwner({ ownerKind: 'ENTITY', ownerId: id })
      const { items } = await listPage(this.scope(), 'factsOf', owner, { first: 100 })
      assert.deepEqual(items.map(({ item }) => item.id).sort(), facts.sort(), id)
      const stored = await this.scope().reads.entity(id)
      assert.deepEqual([stored?.mergedInto, stored?.factCount], [mergedInto, facts.length], id)
      assert.equal(stored?.snapshot?.observationCount ?? 0, facts.length, id)
    }
  }
}

/** Each with what the plain model does. */
const commands = {
  relate: [relate, plain.relate],
  unrelate: [unrelate, plain.unrelate],
  restore: [restoreRelationship, plain.restoreRelationship],
} as const

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
    const numRuns = on.name.includes('SQLite') ? wholeOr(40, 10) : 6
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
