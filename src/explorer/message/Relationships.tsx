import type { JSX } from 'react'
import { Link } from 'wouter'
import type { MessageHistoryQuery } from '../documents/generated.ts'
import { paths } from '../place.ts'

type Message = NonNullable<MessageHistoryQuery['message']>
type End = Message['relationships']['nodes'][number]['source']

/** Returns what a message is related to, each end a link where it has a page. */
export function Relationships({ message }: { readonly message: Message }): JSX.Element {
  const { nodes, pageInfo } = message.relationships
  if (nodes.length === 0) return <p className="hint">None.</p>
  return (
    <ul className="hits">
      {nodes.map(({ id, type, label, source, target }) => (
        <li key={id}>
          <Name end={source} own={message.id} /> <b title={type}>{label}</b> <Name end={target} own={message.id} />
        </li>
      ))}
      {pageInfo.hasNextPage && <li>Earlier ones are not shown.</li>}
    </ul>
  )
}

function Name({ end, own }: { readonly end: End; readonly own: string }): JSX.Element {
  if (end.id === own) return <span>this message</span>
  if (end.__typename === 'Conversation') return <Link href={paths.talk(end.id)}>{end.title || end.id}</Link>
  if (end.__typename === 'Message') return <Link href={paths.message(end.id)}>message {end.turnId}</Link>
  return (
    <span>
      {end.__typename.toLowerCase()} {end.id}
    </span>
  )
}
