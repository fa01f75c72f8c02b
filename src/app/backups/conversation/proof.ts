import { factOwner } from '../../../storage/graphStore.ts'
import type { ContentKind, Contents } from '../../../domain/contents.ts'
import { badInput } from '../../../domain/refusals.ts'
import type { Scope } from '../../scope.ts'

const listOf = {
  observation: 'observationsOfConversation',
  message: 'messagesOfConversation',
  run: 'runsOfConversation',
  event: 'ledger',
} as const
type Counted = keyof typeof listOf

/** Proves that a file holds all that the store has of what is later in the file: then that is the same history. */
export interface Proof {
  /** Counts a stored value that the file has too. */
  met(kind: ContentKind, stored: unknown): void
  /** Refuses the file where the store has more of them. */
  check(scope: Scope, behind: readonly string[]): Promise<void>
}

/** Returns what counts. */
export function createProof(): Proof {
  const counts = new Map<string, number>()
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const nameOf = (list: string, owner: string) => `${list}\n${owner}`
  return {
    met(kind, stored) {
      if (kind in listOf) add(nameOf(listOf[kind as Counted], (stored as Contents['message']).conversationId))
      if (kind === 'fact') add(nameOf('factsOf', factOwner(stored as Contents['fact'])))
    },
    async check({ store }, behind) {
      for (const name of behind) {
        const [kind, id] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)]
        if (kind === 'annotations') continue
        const owner =
          kind === 'conversation'
            ? id
            : factOwner({ ownerKind: kind === 'entity' ? 'ENTITY' : 'RELATIONSHIP', ownerId: id })
        const lists = kind === 'conversation' ? Object.values(listOf) : (['factsOf'] as const)
        for (const list of lists) {
          const known = counts.get(nameOf(list, owner)) ?? 0
          const [there = 0] = await store.counts([{ list, owner }], known + 1)
          if (there !== known || (list === 'ledger' && known === 0)) throw another(kind, id)
        }
      }
    },
  }
}

function another(kind: string, id: string) {
  const why = 'the store has what the file has not, so that is no later state of the same history'
  return badInput(`The file's ${kind} "${id}" conflicts with the store: ${why}. Nothing was imported.`, { kind, id })
}
