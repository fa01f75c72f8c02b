import type { ConnectedGraph, Conversation } from '../../client/client.ts'
import { codeOf } from '../turns/json.ts'
import { graft, storeAtEnd, type GraftedTurn } from '../turns/graft.ts'
import { readPath, type PathTurn } from '../turns/path.ts'
import { inflate } from './flat.ts'
import { encodeItem, itemsOf, type EncodedItem, type StoredItem } from './items.ts'

/** The end of a session's path, or the whole of it. */
export interface Tail {
  readonly path: readonly PathTurn[]
  readonly items: readonly StoredItem[]
  readonly isWhole: boolean
}

/** The items of a session as turns of a conversation. */
export class History {
  readonly conversation: Conversation
  private readonly client: ConnectedGraph

  constructor(client: ConnectedGraph, sessionId: string) {
    this.client = client
    this.conversation = client.conversations.open(sessionId)
  }

  /** Reads at least so many items from the end, and the turn before them; all where there are fewer. */
  async tail(items = Infinity): Promise<Tail> {
    for (let last = Math.ceil(items) + 2; Number.isSafeInteger(last); last *= 4) {
      const path = (await readPath(this.conversation, { last })) ?? []
      const storedItems = itemsOf(path)
      if (path.length < last) return { path, items: storedItems, isWhole: true }
      const first = storedItems.at(-Math.max(Math.ceil(items), 1))
      if (first && (storedItems[0]?.at ?? 0) < first.at) return { path, items: storedItems, isWhole: false }
    }
    const path = (await readPath(this.conversation)) ?? []
    return { path, items: itemsOf(path), isWhole: true }
  }

  /** Returns stored items as they were given. */
  async originalsOf(items: readonly StoredItem[]): Promise<unknown[]> {
    const all: unknown[] = []
    for (const { flat } of items) all.push(await inflate(flat, (id) => this.client.attachment(id)))
    return all
  }

  /** Keeps the bytes that items bring. */
  async keepBytes(items: readonly EncodedItem[]): Promise<void> {
    const all = new Map(items.flatMap(({ flat }) => [...flat.bytes]))
    for (const bytes of all.values()) await this.client.attach(bytes)
  }

  /** Stores items at the end, wherever that is. */
  async append(items: readonly EncodedItem[]): Promise<void> {
    await this.keepBytes(items)
    await storeAtEnd(
      this.conversation,
      items.map(({ turn }) => turn),
    )
  }

  /** Makes the path end with these turns behind its first `keepCount` items. */
  async replace({ path, items }: Tail, keepCount: number, turns: readonly GraftedTurn[]): Promise<void> {
    const cut = cutAt(path, items, keepCount)
    await graft(this.conversation, path, cut.at, [...cut.again, ...turns])
  }

  /** Empties the path; where a head is given, that must be it. Says whether there is a conversation. */
  async clear(expectedHead?: string): Promise<boolean> {
    const first = await this.conversation
      .transcript({ view: 'RAW', includeDeleted: true })
      .page({ first: 1 })
      .catch((thrown: unknown) => {
        if (codeOf(thrown) === 'NOT_FOUND') return null
        throw thrown
      })
    const observationId = first?.items[0]?.observation.id
    if (observationId !== undefined) await this.conversation.rewind({ before: { observationId } }, { expectedHead })
    return first !== null
  }
}

/** Where a path is cut behind its first `keepCount` items: a turn from elsewhere that is several items may be cut in the middle. */
export function cutAt(
  path: readonly PathTurn[],
  items: readonly StoredItem[],
  keepCount: number,
): { readonly at: number; readonly again: readonly GraftedTurn[] } {
  const next = items[keepCount]
  if (!next) return { at: path.length, again: [] }
  const before = items.filter(({ at, part }) => at === next.at && part < next.part)
  return { at: next.at, again: before.map(({ flat }, i) => encodeItem(flat.value, i).turn) }
}
