import type { JSX } from 'react'
import { Link } from 'wouter'
import type { MessageHistoryQuery } from '../documents/generated.ts'
import { paths } from '../urls/urls.ts'

type Message = NonNullable<MessageHistoryQuery['message']>
type End = Message['relationships']['nodes'][number]['source']

/** Returns what a message is related to, each end a link where it has a page. */
export function Relationships({ message }: { readonly message: Message }): JSX.Element {
  const { nodes, pageInfo } = message.relationships
  if (nodes.length === 0) return <p className="soft">Nothing.</p>
  return (
    <ul className="plain">
      {nodes.map(({ id, type, label, source, target }) => (
        <li key={id}>
          <Name end={source} own={message.id} isFirst /> <span title={type}>{label}</span>{' '}
          <Name end={target} own={message.id} />
        </li>
      ))}
      {pageInfo.hasNextPage && <li>Older ones are not shown.</li>}
    </ul>
  )
}

interface NameProps {
  readonly end: End
  readonly own: string
  readonly isFirst?: boolean
}

function Name({ end, own, isFirst = false }: NameProps): JSX.Element {
  if (end.id === own) return <span>{isFirst ? 'This turn' : 'this turn'}</span>
  if (end.__typename === 'Conversation')
    return (
      <Link className="link" href={paths.conversation(end.id)}>
        {end.title || 'Untitled'}
      </Link>
    )
  if (end.__typename === 'Message')
    return (
      <Link className="link" href={paths.message(end.id)}>
        turn {end.turnId}
      </Link>
    )
  return (
    <span>
      {end.__typename.toLowerCase()} {end.id}
    </span>
  )
}
