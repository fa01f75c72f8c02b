import type { LedgerEventFragment } from '../../client/documents/generated.ts'
import { label } from '../../domain/messages/blocks.ts'
import { own } from '../../runtime/own.ts'

/** What an event did, in a word, and what else says it. */
export interface Done {
  readonly word: string
  readonly facts: readonly string[]
}

type Values = Readonly<Record<string, unknown>>
const valuesIn = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Returns what an event did: its kind, or which update it was where its details say so. */
export function doneBy({ kind, details }: Pick<LedgerEventFragment, 'kind' | 'details'>): Done {
  const values = valuesIn(details)
  if (kind !== 'UPDATE') return { word: kind, facts: factsOf(kind, values) }
  const title = own(values, 'title')
  if (typeof title === 'string')
    return { word: 'RENAME', facts: [title === '' ? 'its own title again' : `to "${title}"`] }
  const agent = own(valuesIn(own(values, 'resumed')), 'agent')
  if (typeof agent === 'string') return { word: 'RESUME', facts: [`in ${agent}`] }
  const metadata = valuesIn(own(values, 'metadata'))
  const shelf = [shelved(metadata, 'archived', 'ARCHIVE'), shelved(metadata, 'pinned', 'PIN')].find(
    (word) => word !== null,
  )
  return { word: shelf ?? (own(metadata, 'reread') === true ? 'REREAD' : kind), facts: [] }
}

/** Which member of an event's details says what it was about, and the word in front of it. */
const about: Readonly<Partial<Record<LedgerEventFragment['kind'], readonly (readonly [string, string])[]>>> = {
  FORK: [
    ['source', 'of'],
    ['fork', 'made'],
  ],
  IMPORT: [['fileName', 'from']],
  MATERIALIZE: [['source', 'of']],
  CHECKPOINT: [['name', 'named']],
}

function factsOf(kind: LedgerEventFragment['kind'], values: Values): string[] {
  return (own(about, kind) ?? []).flatMap(([name, word]) => {
    const value = own(values, name)
    return typeof value === 'string' ? [`${word} ${label(value, 200)}`] : []
  })
}

function shelved(metadata: Values, name: string, word: string): string | null {
  const value = own(metadata, name)
  return typeof value === 'boolean' ? (value ? word : `UN${word}`) : null
}
