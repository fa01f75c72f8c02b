import type { JSX } from 'react'
import { LongText } from '../conversation/blocks/Prose.tsx'
import type { MessageHistoryQuery } from '../documents/generated.ts'
import { shown } from '../parts/text.ts'
import type { TimeLine } from './stored.ts'
import { own } from '../parts/own.ts'

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
  return (
    <dl className="fields">
      {entriesOf(snapshot.fields as Readonly<Record<string, unknown>>).map(([name, value]) => {
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
function entriesOf(fields: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const isSame = fields['content'] !== undefined && shown(fields['content']) === shown(fields['text'])
  const place = (name: string): number => (Object.hasOwn(names, name) ? Object.keys(names).indexOf(name) : 99)
  return Object.entries(fields)
    .filter(([name]) => name !== 'content' || !isSame)
    .sort(([a], [b]) => place(a) - place(b))
}
