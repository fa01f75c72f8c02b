import type { ContentKind, Contents } from '../../../domain/contents.ts'
import {
  anyDangling,
  danglingRoots,
  importStates,
  isDangling,
  marksOfSource,
} from '../../../domain/records/importMarks.ts'
import { danglingParent } from '../../../domain/records/importedFields.ts'

/** Tells which conversations something changes with; a mark does not name its own, but what stands before it in a file does. */
export interface MarkOwners {
  take(kind: ContentKind, value: unknown): void
  of(kind: ContentKind, value: unknown): readonly string[]
  /** Returns names of marks that the file knows of and has no line of, with their owners: nothing waits any more. */
  unsaid(): readonly (readonly [string, ReadonlySet<string>])[]
}

/** Returns what learns the owners of marks from the lines before them. */
export function createMarkOwners(): MarkOwners {
  const owners = new Map<string, Set<string>>()
  const reported = new Set<string>()
  const add = (mark: string, id: string) => owners.set(mark, (owners.get(mark) ?? new Set()).add(id))
  return {
    take(kind, value) {
      if (kind === 'conversation')
        add(importStates.nameOf((value as Contents['conversation']).id), (value as Contents['conversation']).id)
      if (kind === 'importMark') reported.add((value as Contents['importMark']).name)
      if (kind === 'rawChunk') {
        const { conversationId, source } = value as Contents['rawChunk']
        for (const name of marksOfSource(conversationId, source)) add(name, conversationId)
      }
      if (kind !== 'observation') return
      const { conversationId } = value as Contents['observation']
      const parent = danglingParent(value as Contents['observation'])
      if (parent !== null)
        for (const mark of [danglingRoots.nameOf(parent), anyDangling.nameOf()]) add(mark, conversationId)
    },
    of(kind, value) {
      if (kind === 'importMark') return [...(owners.get((value as Contents['importMark']).name) ?? [])]
      return [(value as { readonly conversationId: string }).conversationId]
    },
    unsaid: () => [...owners].filter(([name]) => isDangling({ name }) && !reported.has(name)),
  }
}
