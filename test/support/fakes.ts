/** What stands for a scope and its parts where a test needs few of their members. */
import type { Reads } from '../../src/app/read/reads.ts'
import type { Scope } from '../../src/app/scope.ts'
import type { SearchIndex } from '../../src/search/searchIndex.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import type { TenantStore } from '../../src/storage/tenantStore.ts'

/** Members that there are, by name; of what they answer a test may leave out what is not read. */
type Some<T> = {
  readonly [Name in keyof T]?: T[Name] extends (...given: never[]) => unknown ? (...given: never[]) => unknown : unknown
}

/**
 * Returns what stands for a part of the product, with these members alone: a test that reads another one fails by its name, and does not
 * go on with undefined. `optional` may be absent. What is wrong on purpose is no such thing: it is cast where it is given.
 */
export function fakeOf<T extends object>(what: string, members: Some<T>, optional: readonly (keyof T)[] = []): T {
  const fake = new Proxy(members, {
    get(target, name, itself) {
      const isKnown = typeof name === 'symbol' || name in target || ['then', ...optional].includes(name)
      if (!isKnown) throw new Error(`The ${what} of this test has no ${name}.`)
      return Reflect.get(target, name, itself) as unknown
    },
  })
  return fake as T
}

export const fakeStore = (members: Some<GraphStore>): GraphStore => fakeOf('store', members, ['presence'])
export const fakeReads = (members: Some<Reads>): Reads => fakeOf('reads', members)
export const fakeSearch = (members: Some<SearchIndex>): SearchIndex => fakeOf('index', members)

/** Where nothing is searched. */
export const noSearch = fakeSearch({ forget: () => Promise.resolve(), refresh: () => Promise.resolve() })

type Given = Omit<Some<Scope>, 'store' | 'reads' | 'lanes'> & {
  readonly store?: Some<TenantStore>
  readonly reads?: Some<Reads>
  readonly lanes?: Some<Scope['lanes']>
}

const mayBeAbsent = [
  ...(['imports', 'suppressKey', 'erasedPieces', 'onErased', 'isLive', 'ownAgents', 'localImports', 'signal'] as const),
]

/** Returns a scope with these members, of its store, its reads and its lanes with these alone. */
export function fakeScope({ store, reads, lanes, ...given }: Given): Scope {
  const parts = {
    ...(store && { store: fakeOf<TenantStore>('store', store) }),
    ...(reads && { reads: fakeReads(reads) }),
    ...(lanes && { lanes: fakeOf<Scope['lanes']>('lanes', lanes) }),
  }
  return fakeOf<Scope>('scope', { ...given, ...parts }, mayBeAbsent)
}
