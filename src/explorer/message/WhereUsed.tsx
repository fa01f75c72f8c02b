import type { JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { branchColours } from '../conversation/head/branches.ts'
import { WhereUsed as WhereUsedDocument } from '../documents/generated.ts'
import { Tag } from '../parts/Tag.tsx'
import { paths } from '../urls/urls.ts'

/** As many branches as are named; more are counted. */
const most = 8

/** Returns where a turn is read: on which branches of its conversation, and in which other conversations. */
export function WhereUsed({ id }: { readonly id: string }): JSX.Element | null {
  const [{ data }] = useQuery({ query: WhereUsedDocument, variables: { id }, requestPolicy: 'cache-and-network' })
  const { conversation, leaves, conversations } = data?.observation ?? {}
  if (!conversation || !leaves || !conversations) return null
  const ends = new Set(leaves.nodes.map((leaf) => leaf.id))
  const all = conversation.branches.nodes
  const colours = branchColours(all)
  const branches = all.filter(({ end }) => end.id === id || ends.has(end.id))
  const others = conversations.nodes.filter((each) => each.id !== conversation.id)
  const more = (conversations.totalCount ?? 0) - conversations.nodes.length
  return (
    <>
      <h2>Where it is used</h2>
      <ul className="plain">
        <li>
          <Link className="link" href={paths.conversation(conversation.id, id)} dir="auto">
            {conversation.title || 'Untitled'}
          </Link>
          {data?.observation?.turn != null && `, turn ${data.observation.turn}`}
          {branches.slice(0, most).map((branch) => (
            <span key={branch.id}>
              {' '}
              <Tag name={branch.name} colour={colours.get(branch.id) ?? 0} />
            </span>
          ))}
          {branches.length > most && ` and ${branches.length - most} more branches`}
        </li>
        {others.map((other) => (
          <li key={other.id}>
            <Link className="link" href={paths.conversation(other.id, id)} dir="auto">
              {other.title || 'Untitled'}
            </Link>
          </li>
        ))}
        {more > 0 && <li className="soft">and {more} more conversations</li>}
      </ul>
    </>
  )
}
