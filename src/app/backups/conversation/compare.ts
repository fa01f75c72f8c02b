import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { identityOf } from '../../../domain/contents.ts'
import { badInput } from '../../../domain/refusals.ts'
import { valueText, type Line } from '../../../formats/ndjson/lines.ts'
import { checkedLines } from '../../../formats/ndjson/readLines.ts'
import { isContentKind, valueOf } from '../../../formats/ndjson/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import type { Scope } from '../../scope.ts'
import { storedOf, type ConversationKind, type Stored } from './stored.ts'

/** What of a file the store holds. */
export interface Compared {
  /** Says so of a line. */
  isKnown(line: Line): boolean
  /** Nodes of the tree that the store lacks. */
  readonly added: number
  /** Lines that it lacks. */
  readonly lacking: number
}

const atOnce = 500
const bytesAtOnce = 4 * 1024 * 1024

/**
 * Compares a conversation's file with the store. What the store has already may have gone on since; it is refused where
 * the store says otherwise, or less: two histories of one conversation are not to be woven.
 */
export async function compare(
  scope: Scope,
  open: () => AsyncIterable<Uint8Array>,
  scratch: Scratch,
): Promise<Compared> {
  const comparison = new Comparison(scope, scratch)
  let part: Line[] = []
  let size = 0
  for await (const line of checkedLines(open())) {
    if (!isContentKind(line.line)) continue
    if (part.length > 0 && (part[0]?.line !== line.line || part.length >= atOnce || size >= bytesAtOnce)) {
      await comparison.take(part)
      ;[part, size] = [[], 0]
    }
    part.push(line)
    size += line.size
  }
  await comparison.take(part)
  return comparison
}

class Comparison implements Compared {
  readonly #scope: Scope
  readonly #known: ScratchMap<true>
  /** Conversations and entities that went on here. */
  readonly #further = new Set<string>()
  /** Where the ledgers end of conversations that are there. */
  readonly #ledgers = new Map<string, number>()
  /** Owners of what is not there: some stand behind it in the file. */
  readonly #lackingOf = new Map<string, { readonly kind: ConversationKind; readonly line: Line }>()
  added = 0
  lacking = 0

  constructor(scope: Scope, scratch: Scratch) {
    this.#scope = scope
    this.#known = scratch.map('known')
  }

  isKnown({ number }: Line): boolean {
    return this.#known.get(String(number)) !== undefined
  }

  async take(lines: readonly Line[]): Promise<void> {
    this.#scope.signal?.throwIfAborted()
    const kind = lines[0]?.line as ConversationKind | undefined
    if (kind === undefined) return
    const values = lines.map(({ value }) => valueOf(kind, value))
    const stored = await storedOf(this.#scope, kind, values)
    for (const [i, line] of lines.entries())
      this.#one(kind, line, values[i] as Contents[typeof kind], stored[i] ?? null)
  }

  #one<K extends ConversationKind>(kind: K, line: Line, value: Contents[K], stored: Stored<K> | null): void {
    const owner = ownerOf(kind, value)
    if (stored === null) {
      if (owner !== null && (this.#further.has(owner) || this.#isTaken(kind, value))) throw conflict(kind, line, lone)
      if (owner !== null && kind === 'fact') this.#lackingOf.set(owner, { kind, line })
      this.lacking++
      if (kind === 'observation' && (value as Contents['observation']).place !== null) this.added++
      return
    }
    if (kind === 'conversation') {
      const { id, lastSeq } = stored.value as Contents['conversation']
      this.#ledgers.set(id, lastSeq)
    }
    if (stored.text !== valueText(line.value as object)) this.#differs(kind, line, value, stored)
    this.#known.set(String(line.number), true)
  }

  /** A line of the ledger has its number, and another one that of the store. */
  #isTaken(kind: ConversationKind, value: unknown): boolean {
    if (kind !== 'event') return false
    const { conversationId, seq } = value as Contents['event']
    return (seq ?? 0) <= (this.#ledgers.get(conversationId ?? '') ?? 0)
  }

  #differs<K extends ConversationKind>(kind: K, line: Line, value: Contents[K], stored: Stored<K>): void {
    if (mayDiffer.has(kind)) return
    if (kind === 'entityType' && versionOf(stored.value) !== versionOf(value)) return
    const isLater = grows.has(kind) && versionOf(stored.value) > versionOf(value)
    if (!isLater) throw conflict(kind, line, 'is there, and says otherwise')
    const name = `${kind}:${identityOf(kind, value)}`
    const lacking = this.#lackingOf.get(name)
    if (lacking) throw conflict(lacking.kind, lacking.line, lone)
    this.#further.add(name)
  }
}

const lone = 'is not there, though what it belongs to is'

/** What changes as its conversation goes on, by counts of its own; the lines of the ledger tell one history from another. */
const mayDiffer: ReadonlySet<ContentKind> = new Set([
  ...(['attachment', 'message', 'junction', 'run', 'rawChunk', 'importMark'] as const),
])
const grows: ReadonlySet<ContentKind> = new Set(['conversation', 'entity', 'relationship', 'annotations'])

const versionOf = (value: unknown): number => (value as { readonly version: number }).version

/** What a value has grown with. */
function ownerOf(kind: ConversationKind, value: unknown): string | null {
  const { conversationId, ownerKind, ownerId } = value as { [name: string]: string }
  if (kind === 'fact') return `${ownerKind?.toLowerCase()}:${ownerId}`
  return conversationId === undefined ? null : `conversation:${conversationId}`
}

function conflict(kind: ConversationKind, { number, value }: Line, how: string) {
  const id = identityOf(kind, value as never)
  return badInput(`Line ${number} conflicts with the store: its ${kind} "${id}" ${how}. Nothing was imported.`, {
    ...{ line: number, kind, id },
  })
}
