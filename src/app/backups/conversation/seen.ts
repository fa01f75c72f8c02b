import { createHash } from 'node:crypto'
import { identityOf } from '../../../domain/contents.ts'
import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { grows, lastSeqOf, versionOf } from './relation.ts'

/** What a comparison met in the store: two that met the same versions on their way had one and the same store before them. */
export interface Seen {
  take<K extends ContentKind>(kind: K, stored: Contents[K]): void
  /** Returns all of it in short; nothing can be taken afterwards. */
  digest(): string
}

/** Returns what takes note of the versions of what can change. */
export function createSeen(): Seen {
  const hash = createHash('sha256')
  return {
    take(kind, stored) {
      if (!grows.has(kind)) return
      const seq = kind === 'conversation' ? lastSeqOf(stored) : null
      hash.update(`${JSON.stringify([kind, identityOf(kind, stored), versionOf(stored), seq])}\n`)
    },
    digest: () => hash.digest('hex'),
  }
}
