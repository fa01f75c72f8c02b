import type { Block, Observation, Role } from '../../src/domain/model.ts'
import { randomFrom } from './random.ts'
import { converse, createWorld, fork, headOf, pathOf, rewind, store, textBlock, type World } from './world.ts'

const call = (callId: string): Block => ({ type: 'toolCall', callId, name: 'tool', input: {} })
const result = (callId: string): Block => ({ type: 'toolResult', callId, content: 'done', isError: false })
const turns: readonly (readonly [Role, readonly Block[]])[] = [
  ['USER', [textBlock('said')]],
  ['ASSISTANT', [call('k')]],
  ['ASSISTANT', [call('l'), textBlock('said')]],
  ['TOOL', [result('k')]],
  ['TOOL', [result('l')]],
]

/** Returns a world of conversations and their forks in which tool pairs are broken time and again, some also with markers. */
export function bendedWorld(seed: number, size = 150): World {
  const world = createWorld({ seed })
  const random = randomFrom(seed)
  const ids = ['plain', 'talk']
  for (const id of ids) converse(world, id)
  for (let i = 0; i < 12; i++) store(world, 'plain', { role: i % 2 === 0 ? 'USER' : 'ASSISTANT' })
  for (let i = 0; i < size; i++) {
    const id = ids[1 + random.below(ids.length - 1)] as string
    const head = headOf(world, id)
    const [role, blocks] = turns[random.below(turns.length)] as (typeof turns)[number]
    store(world, id, random.below(12) === 0 ? { kind: 'DROP' } : { role, blocks })
    if (head === null || random.below(15) > 0) continue
    const path = pathOf(world, head).slice(-8)
    const at = path[random.below(path.length)] ?? null
    if (random.below(2) === 0) rewind(world, id, at)
    else ids.push(fork(world, id, at, `fork${i}`).id)
  }
  return world
}

/** Returns the text of an observation as it lay in a store before bends were kept. */
export function withoutBends(body: string): string {
  const { place, ...rest } = JSON.parse(body) as { place?: Record<string, unknown> } & Pick<Observation, 'blocks'>
  if (place === undefined) return body
  const { bendId: _id, bend: _bend, ...counts } = place
  return JSON.stringify({ ...rest, place: { ...counts, markerId: 'an earlier version kept it' } })
}
