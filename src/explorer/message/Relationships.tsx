import type { JSX } from 'react'
import { Link } from 'wouter'
import type { MessageHistoryQuery } from '../documents/generated.ts'
import { own } from '../../runtime/own.ts'
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
          {source.id === message.id ? (
            <>
              This message {own(towards, type) ?? label} <Name end={target} />
            </>
          ) : (
            <>
              This message {own(from, type) ?? label} <Name end={source} />
            </>
          )}
        </li>
      ))}
      {pageInfo.hasNextPage && <li>Older ones are not shown.</li>}
    </ul>
  )
}

/** How a relationship reads from its source, and from its target. */
const towards: Readonly<Record<string, string>> = {
  PART_OF: 'is part of',
  REFERS_TO: 'is about',
  EMBEDS: 'has in it',
  SUPERSEDES: 'replaces',
  CORRECTS: 'corrects',
  SETTLES: 'settles',
  DUPLICATE_OF: 'says the same as',
  DEPENDS_ON: 'needs',
}
const from: Readonly<Record<string, string>> = {
  PART_OF: 'has as a part',
  REFERS_TO: 'is spoken of by',
  EMBEDS: 'is in',
  SUPERSEDES: 'is replaced by',
  CORRECTS: 'is corrected by',
  SETTLES: 'is settled by',
  DUPLICATE_OF: 'is said again by',
  DEPENDS_ON: 'is needed by',
}

function Name({ end }: { readonly end: End }): JSX.Element {
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
