import { own } from '../../runtime/own.ts'
import type { Block, Hash, Instant, Role } from '../../domain/model.ts'

/** An entry of CONTEXT on its way to its reader: a model, or a person. */
export interface WrittenEntry {
  /** What it is called there; several entries may be called so. */
  readonly id: string
  /** The observation that it is, or that it was made at. */
  readonly nodeId: string
  /** A summary that stands for a span is a user's. */
  readonly role: Role
  readonly blocks: readonly Block[]
  /** The API answer that it is a part of, where the host named it. */
  readonly answerId: string | null
  readonly observedAt: Instant
  readonly model: string | null
  /** The format that it was read from, or how it was recorded (`recordedKinds`); absent or null for what was stored here. */
  readonly sourceKind?: string | null
  /** Its file says that a program put it in. */
  readonly isMeta?: boolean
  /** Made up so that a provider takes the context. */
  readonly synthetic: boolean
  /** The summary of a span. */
  readonly isSummary: boolean
  /** What its attachments are, by id. */
  readonly files: ReadonlyMap<Hash, WrittenFile>
}

/** An attachment as a message carries it. */
export interface WrittenFile {
  readonly mediaType: string
  readonly fileName: string | null
  readonly byteSize: number | null
  /** Null where it has bytes. */
  readonly uri: string | null
  /** Its bytes; empty where no message is wanted but only what it would leave out. Null: there are none, or too many. */
  readonly base64: string | null
}

/** A picture or another file: where it lies, or its bytes. */
export interface FilePart {
  readonly kind: 'file'
  readonly mediaType: string
  readonly name: string | null
  readonly source: { readonly url: string } | { readonly base64: string }
}

/** Makes messages of entries, one after the other. A message comes out as soon as nothing more can join it. */
export interface MessageWriting<T> {
  readonly omissions: Omissions
  add(writtenEntry: WrittenEntry): T[]
  end(): T[]
}

/** What a format could not hold, by kind: `attachments`, `branches`, `thinking` … */
export type OmissionCounts = Readonly<Record<string, number>>

/** The order of omissions: the most important first, all others behind them by name. */
const first = ['branches', 'attachments', 'thinking']
const rankOf = (kind: string) => (first.includes(kind) ? first.indexOf(kind) : first.length)

/** Counts what is left out. */
export class Omissions {
  private readonly byKind = new Map<string, number>()

  add(kind: string, count = 1): void {
    if (count > 0) this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + count)
  }

  addAll(other: Omissions): void {
    for (const [kind, count] of other.byKind) this.add(kind, count)
  }

  /** In one order, so that equal omissions always give equal text. */
  counts(): OmissionCounts {
    return Object.fromEntries([...this.byKind].sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)))
  }
}

/** Returns what was left out in words, as `branches=2; attachments=1`; null where nothing was. */
export function omissionsText(counts: OmissionCounts): string | null {
  const parts = Object.entries(counts).map(([kind, count]) => `${kind}=${count}`)
  return parts.length === 0 ? null : parts.join('; ')
}

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  branches: ['other branch', 'other branches'],
  attachments: ['attachment', 'attachments'],
  thinking: ['thought', 'thoughts'],
  system: ['system turn', 'system turns'],
  turns: ['turn', 'turns'],
  markers: ['marker', 'markers'],
  joins: ['join', 'joins'],
  notes: ['note', 'notes'],
  erased: ['erased turn', 'erased turns'],
  programText: ['turn of another program about itself', 'turns of another program about itself'],
}

/** Returns the same for people, of `omissionsText`: `2 other branches, 1 attachment`. */
export function omissionWords(omissions: string): string {
  const words = omissions.split('; ').map((part) => {
    const [, kind = part, count = ''] = /^(.+)=(\d+)$/.exec(part) ?? []
    const names = own(nouns, kind)
    return names ? `${Number(count).toLocaleString('en-US')} ${names[count === '1' ? 0 : 1]}` : part
  })
  return words.join(', ')
}

/** Returns the messages of all entries. */
export function written<T>(writing: MessageWriting<T>, entries: readonly WrittenEntry[]): T[] {
  return [...entries.flatMap((writtenEntry) => writing.add(writtenEntry)), ...writing.end()]
}
