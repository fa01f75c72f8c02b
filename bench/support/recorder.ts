import type { Changes } from '../../src/domain/changes.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'

/** A store whose writes can be had again as rows for the raw store. */
export interface Recorder {
  readonly store: GraphStore
  /** Keeps what is written from now on. */
  begin(): void
  /** Returns what was written since `begin`, and keeps no more. */
  end(): Changes[]
}

/** Returns a recorder around a store. */
export function recorderOn(store: GraphStore): Recorder {
  let kept: Changes[] | null = null
  return {
    store: {
      ...store,
      write: (tenant, changes) => {
        kept?.push(changes)
        return store.write(tenant, changes)
      },
    },
    begin: () => void (kept = []),
    end: () => {
      const changes = kept ?? []
      kept = null
      return changes
    },
  }
}
