import { idOfPart } from '../../runtime/idInPath.ts'

/** What an address says to show. */
export type RouteOf =
  | { readonly kind: 'start' }
  | { readonly kind: 'conversation' | 'tree'; readonly id: string }
  | { readonly kind: 'compare'; readonly places: readonly [string, string] }
  | { readonly kind: 'message' | 'erasure'; readonly id: string }
  | { readonly kind: 'search' | 'stats' | 'activity' | 'new' | 'settings' | 'import' | 'erasures' }
  | { readonly kind: 'nowhere' }

/** Screens whose address is their name. */
const single = ['search', 'stats', 'activity', 'new', 'settings', 'import', 'erasures'] as const

/** Returns what a path below the page's base says; ids stand in it percent-encoded, each decoded once. */
export function routeOf(path: string): RouteOf {
  const [first = '', second, third, ...rest] = path.replace(/^\/|\/$/g, '').split('/')
  if (rest.length > 0) return { kind: 'nowhere' }
  if (second === undefined) {
    if (first === '') return { kind: 'start' }
    const kind = single.find((each) => each === first)
    return { kind: kind ?? 'nowhere' }
  }
  const id = decoded(second)
  if (first === 'c' && third === 'tree') return { kind: 'tree', id }
  if (third !== undefined) return { kind: 'nowhere' }
  if (first === 'c') return { kind: 'conversation', id }
  if (first === 'm') return { kind: 'message', id }
  if (first === 'erasures') return { kind: 'erasure', id }
  // Encoded dots look like written ones: the separator is the last pair of dots with text behind it.
  const [, a, b] = /^(.+)\.\.\.(.+)$/.exec(second) ?? []
  if (first === 'compare' && a !== undefined && b !== undefined)
    return { kind: 'compare', places: [decoded(a), decoded(b)] }
  return { kind: 'nowhere' }
}

/** A sign that is wrongly encoded is part of the name. */
function decoded(part: string): string {
  try {
    return idOfPart(decodeURIComponent(part))
  } catch {
    return part
  }
}
