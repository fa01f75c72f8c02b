import type { GraphStore } from '../storage/graphStore.ts'
import { createSegmentCache } from './read/reads.ts'
import { createLanes } from './write/lanes/lanes.ts'

/** The cache with which a process remembers as much as is of use to a server. */
const usualCacheBytes = 64 * 1024 * 1024

/** Returns what a process remembers of a store: of fewer conversations where it is to keep little in memory. */
export function rememberedOf(store: GraphStore, { cacheBytes }: { readonly cacheBytes: number }) {
  const share = Math.min(1, cacheBytes / usualCacheBytes)
  return { lanes: createLanes(store, Math.ceil(2_000 * share)), cache: createSegmentCache(Math.ceil(10_000 * share)) }
}
