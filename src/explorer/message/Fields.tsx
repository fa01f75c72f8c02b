import type { JSX } from 'react'
import { LongText } from '../conversation/blocks/Prose.tsx'
import type { MessageHistoryQuery } from '../documents/generated.ts'
import { shown } from '../parts/text.ts'
import type { TimeLine } from './stored.ts'
import { own } from '../../runtime/own.ts'

export type Message = NonNullable<MessageHistoryQuery['message']>
export type StoredOne = Message['observations']['nodes'][number]

interface Props {
  readonly message: Message
  readonly lines: readonly TimeLine<StoredOne>[]
}

const names: Readonly<Record<string, string>> = { text: 'Words', role: 'Said by', content: 'Content', model: 'Model' }
const people: Readonly<Record<string, string>> = { USER: 'You', ASSISTANT: 'Assistant', SYSTEM: 'System', TOOL: 'Tool' }

/** Returns what a message says, field by field, each with the number of the line that it comes from. */
export function Fields({ message: { snapshot, erased }, lines }: Props): JSX.Element {
  if (erased) return <p className="soft">There is nothing: all that was stored of it was erased.</p>
  if (!snapshot) return <p className="soft">There is nothing: it was deleted by then, or not stored yet.</p>
  const provenance = snapshot.provenance as Readonly<Record<string, unknown>>
  const numbers = new Map(lines.map(({ stored, number }) => [stored.id, number]))
  const entries = entriesOf(snapshot.fields as Readonly<Record<string, unknown>>)
  const isPlain = ([name]: Entry): boolean => Object.hasOwn(names, name) && name !== 'content'
  const details = entries.filter((entry) => !isPlain(entry))
  return (
    <>
      <FieldList {...{ provenance, numbers }} entries={entries.filter(isPlain)} />
      {details.length > 0 && (
        <details className="more-fields">
          <summary>Details</summary>
          <FieldList {...{ provenance, numbers }} entries={details} />
        </details>
      )}
    </>
  )
}

type Entry = readonly [string, unknown]

interface ListProps {
  readonly entries: readonly Entry[]
  readonly provenance: Readonly<Record<string, unknown>>
  /** By what was stored, the number of its line. */
  readonly numbers: ReadonlyMap<string, number>
}

function FieldList({ entries, provenance, numbers }: ListProps): JSX.Element {
  return (
    <dl className="fields">
      {entries.map(([name, value]) => {
        const from = numbers.get(String(own(provenance, name)))
        return (
          <div key={name}>
            <dt dir="auto">{own(names, name) ?? name}</dt>
            <dd>
              {name === 'role' ? (own(people, String(value)) ?? shown(value)) : <LongText text={shown(value)} />}
              {from !== undefined && (
                <span className="src" title={`From ${from}`}>
                  <span className="vh">from </span>
                  {from}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The words first, then who said them. Content that is nothing but the words says nothing more. */
function entriesOf(fields: Readonly<Record<string, unknown>>): readonly Entry[] {
  const isSame = fields['content'] !== undefined && shown(fields['content']) === shown(fields['text'])
  const place = (name: string): number => (Object.hasOwn(names, name) ? Object.keys(names).indexOf(name) : 99)
  return Object.entries(fields)
    .filter(([name]) => name !== 'content' || !isSame)
    .sort(([a], [b]) => place(a) - place(b))
}
