/** Trees of the shapes that segments must stand (design §8). Each fills one world. */
import type { TreeNode } from '../../src/domain/model.ts'
import { randomFrom } from './random.ts'
import { checkpoint, converse, correct, fork, headOf, rewind, store, update } from './tree/acts.ts'
import { createWorld, known, type World } from './world.ts'

const roles = ['SYSTEM', 'USER', 'ASSISTANT', 'TOOL', 'ASSISTANT'] as const

function chain(length: number): World {
  const world = createWorld({ seed: 11 })
  converse(world, 'chain')
  for (let k = 0; k < length; k++)
    store(world, 'chain', k % 7 === 6 ? { kind: 'NOTE' } : { role: roles[k % 5] ?? 'USER' })
  return world
}

function star(rays: number): World {
  const world = createWorld({ seed: 12, ties: 5 })
  converse(world, 'star')
  const centre = store(world, 'star')
  for (let k = 0; k < rays; k++) store(world, 'star', { parent: centre, role: 'ASSISTANT' })
  return world
}

/** A spine with a tooth at every node. */
function comb(teeth: number): World {
  const world = createWorld({ seed: 13 })
  converse(world, 'comb')
  let spine = store(world, 'comb')
  for (let k = 0; k < teeth; k++) {
    store(world, 'comb', { parent: spine, role: 'ASSISTANT' })
    spine = store(world, 'comb', { parent: spine })
  }
  return world
}

function forksOfForks(levels: number): World {
  const world = createWorld({ seed: 14 })
  converse(world, 'fork 0')
  store(world, 'fork 0')
  for (let k = 1; k <= levels; k++) {
    fork(world, `fork ${k - 1}`, headOf(world, `fork ${k - 1}`), `fork ${k}`)
    store(world, `fork ${k}`, { role: k % 2 === 0 ? 'USER' : 'ASSISTANT' })
    if (k % 3 === 0) store(world, `fork ${k}`)
  }
  return world
}

/** Partial first, then final: the second storing takes the place of the first, and opens a segment. */
function storedTwice(turns: number): World {
  const world = createWorld({ seed: 15 })
  converse(world, 'twice')
  for (let k = 0; k < turns; k++) {
    const parent = headOf(world, 'twice')
    store(world, 'twice', { turnId: `t${k}`, parent })
    store(world, 'twice', { turnId: `t${k}`, parent })
  }
  return world
}

/** Returns the shapes by name, each about `size` nodes. */
export function shapes(size: number): Readonly<Record<string, () => World>> {
  return {
    'a chain': () => chain(size),
    'a star': () => star(size),
    'a comb': () => comb(Math.floor(size / 2)),
    'forks of forks': () => forksOfForks(Math.floor(size / 2)),
    'every turn stored twice': () => storedTwice(Math.floor(size / 2)),
  }
}

/** Returns a world of random acts in several conversations. */
export function randomWorld(seed: number, scopes: number): World {
  const random = randomFrom(seed)
  const world = createWorld({ seed: seed + 1000, ties: 1 + random.below(4) })
  converse(world, 'c0')
  for (let k = 0; k < scopes; k++) randomAct(world, random)
  return world
}

function randomAct(world: World, random: ReturnType<typeof randomFrom>): void {
  const conversationId = random.pick([...world.conversations.keys()])
  const own = [...world.observations.values()].filter((it) => it.place && it.conversationId === conversationId)
  const dice = random.below(100)
  if (dice < 4)
    converse(world, `c${world.conversations.size}`, random.below(3) === 0 ? { sidechainOf: conversationId } : {})
  else if (own.length === 0 || dice < 60) store(world, conversationId, { role: random.pick(roles) })
  else if (dice < 75) store(world, conversationId, { parent: random.pick(own) as TreeNode, role: random.pick(roles) })
  else if (dice < 82) store(world, conversationId, { turnId: `t${random.below(5)}`, externalId: `x${random.below(4)}` })
  else if (dice < 86) store(world, conversationId, { parent: null, kind: random.pick(['NOTE', 'TURN']) })
  else if (dice < 92) fork(world, conversationId, random.pick(own) as TreeNode, `c${world.conversations.size}`)
  else if (dice < 94) checkpoint(world, conversationId)
  else if (dice < 95) rewind(world, conversationId, random.pick(own) as TreeNode)
  else if (dice < 97) deleteOrRestore(world, conversationId)
  else if (world.messages.size > 0) correct(world, random.pick([...world.messages.values()]))
}

function deleteOrRestore(world: World, id: string): void {
  const { deletedAt } = known(world.conversations, id)
  update(world, id, { deletedAt: deletedAt === null ? world.now() : null })
}
