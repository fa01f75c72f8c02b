import { sortKey } from '../../domain/tree/sortKey.ts'

/** What is put in any order and taken by place, however much it is: by kind, by the group's place, and within the group. */
export interface Sorter {
  /** Where the texts of a group stand; a group without a place is never taken. */
  place(group: string, at: string): void
  /** Keeps a text; a later one of the same place replaces it. */
  put(kind: string, group: string, sort: string, text: string): void
  get(kind: string, group: string, sort: string): string | null
  /** Nothing may be put meanwhile. */
  taken(kind: string): Iterable<string>
  /** Returns how many texts of a kind are taken. */
  count(kind: string): number
  /** Returns a part of it, which knows nothing of the others; it is closed with the whole. */
  part(name: string): Omit<Sorter, 'part' | 'close'>
  close(): void
}
/** What is put in order of one tenant among several. */
export type SorterPart = ReturnType<Sorter['part']>
export type OpenSorter = () => Sorter

/** Returns a sorter in memory, for what is in memory anyway. */
export function memorySorter(): Sorter {
  const parts = new Map<string, SorterPart>()
  const whole = memoryPart()
  return {
    ...whole,
    part(name) {
      const part = parts.get(name) ?? memoryPart()
      parts.set(name, part)
      return part
    },
    close() {
      parts.clear()
      whole.clear()
    },
  }
}

function memoryPart(): SorterPart & { clear(): void } {
  const places = new Map<string, string>()
  const texts = new Map<string, Map<string, { readonly group: string; readonly sort: string; readonly text: string }>>()
  const nameOf = (group: string, sort: string) => JSON.stringify([group, sort])
  const placedOf = (kind: string) => [...(texts.get(kind)?.values() ?? [])].filter(({ group }) => places.has(group))
  return {
    count: (kind) => placedOf(kind).length,
    place: (group, at) => void places.set(group, at),
    put(kind, group, sort, text) {
      const of = texts.get(kind) ?? new Map<string, { group: string; sort: string; text: string }>()
      texts.set(kind, of.set(nameOf(group, sort), { group, sort, text }))
    },
    get: (kind, group, sort) => texts.get(kind)?.get(nameOf(group, sort))?.text ?? null,
    *taken(kind) {
      const keys = placedOf(kind).map((one) => ({
        one,
        key: [places.get(one.group) ?? '', one.group, one.sort].map(inOrder),
      }))
      for (const { one } of keys.sort((a, b) => compared(a.key, b.key))) yield one.text
    },
    clear: () => texts.clear(),
  }
}

/** In the order of their bytes, as other sorters have it. */
const inOrder = (text: string): Buffer => Buffer.from(sortKey(text))

function compared(a: readonly Buffer[], b: readonly Buffer[]): number {
  return a.map((part, i) => Buffer.compare(part, b[i] as Buffer)).find((order) => order !== 0) ?? 0
}
