import assert from 'node:assert/strict'
import type { Scope } from '../../../src/app/scope.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { randomFrom, type Random } from '../../support/random.ts'
import { hasNoStrays, isWhole, textsOn } from '../support/checks.ts'
import { appendToLists, changeTrees, type Storm } from './clients.ts'
import { anomaliesOf, type ListHistory } from './history.ts'
import { pause, waitFor } from '../../support/waitFor.ts'

/** One thing that is done to processes. */
export interface Fault {
  readonly name: string
  readonly strike: (random: Random) => Promise<void>
}

/** How a storm is made. */
export interface StormOptions {
  readonly url: () => string
  readonly seed: number
  /** How often the first of the faults comes. */
  readonly kills: number
  /** What is done to the servers or the database, one after the other, and from the first again; each ends when they work. */
  readonly faults: readonly [Fault, ...Fault[]]
  /** The longest time between two, in milliseconds. */
  readonly calm: number
}

const appenders = ['a', 'b', 'c', 'd']
const changers = ['e', 'f', 'g', 'h']

/** Has clients work while faults come, and returns what they did and saw. */
export async function rage({ url, seed, kills, faults, calm }: StormOptions): Promise<Storm> {
  const random = randomFrom(seed)
  const storm = newStorm(url, random)
  const began = performance.now()
  const clients = Promise.all([
    ...appenders.map((name) => appendToLists(storm, name)),
    // Two on each tree.
    ...changers.map((name, place) => changeTrees(storm, name, `tree-${place % 2}`)),
  ])
  const striking = async () => {
    for (let n = 0; (storm.struck.get(faults[0].name) ?? 0) < kills && !storm.isOver; n++) {
      await untilHeard(storm)
      await pause(random.below(calm), 'a fault comes at any moment')
      const { name, strike } = faults[n % faults.length] ?? faults[0]
      await strike(random)
      storm.struck.set(name, (storm.struck.get(name) ?? 0) + 1)
    }
    // Whatever was struck last has been asked again.
    await untilHeard(storm)
  }
  await Promise.race([striking(), clients]).finally(() => (storm.isOver = true))
  await clients
  storm.seconds = (performance.now() - began) / 1000
  return storm
}

/** So many writes are acknowledged between two faults, so that each meets servers that work. */
const atLeast = 8
const patience = 180_000

/** Waits until some more writes were acknowledged. */
async function untilHeard(storm: Storm): Promise<void> {
  const before = storm.acknowledged.length
  const told = () => `Nothing is acknowledged any more. ${summaryOf(storm)}`
  await waitFor(() => storm.acknowledged.length >= before + atLeast || storm.isOver, { limit: patience, told })
}

function newStorm(url: () => string, random: Random): Storm {
  const newList = (): ListHistory => ({ appends: [], reads: [] })
  return {
    ...{ url, random, isOver: false, seconds: 0 },
    ...{ done: new Map<string, number>(), refused: new Map<string, number>(), struck: new Map<string, number>() },
    again: new Map<string, number>(),
    lists: { 'list-0': newList(), 'list-1': newList() },
    ...{ acknowledged: [], paths: [], trees: new Set<string>() },
  }
}

/** Nothing acknowledged is lost, no path has changed, lists are lists, and nothing is damaged. */
export async function holdsAfter(storm: Storm, scope: () => Scope, store: GraphStore): Promise<void> {
  for (const [id, history] of Object.entries(storm.lists))
    assert.deepEqual(anomaliesOf(history, await textsOn(scope(), id)), [], id)
  await keepsAcknowledged(storm, scope())
  await keepsPaths(storm, scope())
  await isWhole(scope(), [...Object.keys(storm.lists), ...storm.trees])
  await hasNoStrays(scope(), store)
}

/** Says in one line how much there was of everything. */
export function summaryOf({ lists, acknowledged, trees, done, refused, struck, seconds }: Storm): string {
  const histories = Object.values(lists)
  const count = (of: (history: ListHistory) => number) => histories.reduce((sum, history) => sum + of(history), 0)
  const unknown = count(({ appends }) => appends.filter(({ ended }) => ended === null).length)
  const sum = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((all, each) => all + each, 0)
  const words = (of: ReadonlyMap<string, number>) => [...of].map(([name, times]) => `${times} ${name}`).join(', ')
  return [
    `${Math.round(seconds)} s`,
    words(struck),
    `${sum(done)} writes acknowledged (${words(done)}), ${sum(refused)} refused (${words(refused)})`,
    `${acknowledged.length} turns acknowledged`,
    `${count(({ appends }) => appends.length)} of lists (${unknown} in doubt)`,
    `${count(({ reads }) => reads.length)} reads`,
    `${trees.size} trees and forks`,
  ].join('; ')
}

const atOnce = 500
const pieces = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, k) => items.slice(k * atOnce, (k + 1) * atOnce))

async function keepsAcknowledged({ acknowledged }: Storm, { store }: Scope): Promise<void> {
  for (const some of pieces(acknowledged)) {
    const ids = some.map(({ id }) => id)
    const found = await store.observations(ids)
    assert.deepEqual(
      found.map((each) => each && { id: each.id, pathHash: each.place?.pathHash }),
      some,
    )
  }
}

async function keepsPaths({ paths }: Storm, { store }: Scope): Promise<void> {
  for (const some of pieces(paths)) {
    const found = await store.observations(some.map(({ id }) => id))
    const above = some.flatMap((path) => path.above)
    const parents = new Map((await store.observations(above)).map((each) => [each?.id, each?.place]))
    some.forEach(({ id, depth, above }, k) => {
      assert.equal(found[k]?.place?.depth, depth, id)
      // Each is still the parent of the one below it.
      const chain = [...above, id]
      chain.slice(1).forEach((below, n) => {
        const place = below === id ? found[k]?.place : parents.get(below)
        assert.equal(place?.parentId, chain[n], `${below} is below another one.`)
      })
    })
  }
}
