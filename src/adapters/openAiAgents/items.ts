import { randomUUID } from 'node:crypto'
import { isSame, membersOf, without, type Members } from '../turns/json.ts'
import type { GraftedTurn } from '../turns/graft.ts'
import type { Block, PathTurn } from '../turns/path.ts'
import { flatten, type Flat, type Odd } from './flat.ts'
import { turnOf, usualItem } from './itemBlocks.ts'
import { own } from '../../runtime/own.ts'

/** What a turn keeps of its item besides its blocks, in `metadata.openAiAgents`. */
interface ItemSpec {
  /** Members that are not as they are by default. */
  readonly more?: Members
  /** Members that are not there though they are by default. */
  readonly less?: readonly string[]
  /** The item, where blocks cannot say it. */
  readonly item?: unknown
  readonly odd?: readonly Odd[]
}

/** An item to store. */
export interface EncodedItem {
  readonly flat: Flat
  readonly turn: GraftedTurn
}

/** An item of a path. */
export interface StoredItem {
  readonly flat: Pick<Flat, 'value' | 'odd'>
  /** Where its turn stands on the path, and which item of that it is: turns from elsewhere may be several. */
  readonly at: number
  readonly part: number
}

/** Returns an item as a turn. */
export function encodeItem(item: unknown, index: number, turnId: string = randomUUID()): EncodedItem {
  const flat = flatten(item, `items.${index}`)
  const value = membersOf(flat.value)
  const { role, blocks } = value ? turnOf(value) : { role: 'ASSISTANT' as const, blocks: [{ other: flat.value ?? '' }] }
  const usual = (blocks[0] && usualItem(blocks[0], role)) ?? {}
  const more = Object.fromEntries(Object.entries(value ?? {}).filter(([name, each]) => !isSame(each, own(usual, name))))
  const less = Object.keys(usual).filter((name) => value !== null && !Object.hasOwn(value, name))
  const differs = { ...(Object.keys(more).length > 0 && { more }), ...(less.length > 0 && { less }) }
  const openAiAgents: ItemSpec = {
    ...(value === null ? { item: flat.value } : differs),
    ...(flat.odd.length > 0 && { odd: flat.odd }),
  }
  const files = [...flat.bytes.keys()].map((attachmentId): Block => ({ attachmentId }))
  return { flat, turn: { turnId, role, blocks: [...blocks, ...files], metadata: { openAiAgents } } }
}

/** Returns the items of a path; what is no turn, or deleted, is none. */
export function itemsOf(path: readonly PathTurn[]): StoredItem[] {
  return path.flatMap((turn, at) => {
    if (turn.kind !== 'TURN' || turn.isDeleted) return []
    return flatItems(turn).map((flat, part) => ({ flat, at, part }))
  })
}

function flatItems({ metadata, role, blocks }: PathTurn): Pick<Flat, 'value' | 'odd'>[] {
  const spec = membersOf(metadata['openAiAgents']) as ItemSpec | null
  // What Python's items say besides is in the words of its own SDK.
  if (!spec || 'python' in spec)
    return blocks.flatMap((block) => usualItem(block, role) ?? []).map((value) => ({ value, odd: [] }))
  const { more, less = [], odd = [] } = spec
  if ('item' in spec) return [{ value: spec.item, odd }]
  const usual = (blocks[0] && usualItem(blocks[0], role)) ?? {}
  return [{ value: { ...without(usual, less), ...more }, odd }]
}

/** Says whether two items are the same. */
export function isSameItem(a: Pick<Flat, 'value' | 'odd'>, b: Pick<Flat, 'value' | 'odd'>): boolean {
  return isSame(a.value, b.value) && isSame(a.odd, b.odd)
}
