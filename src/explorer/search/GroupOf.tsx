import { Settings2, Sparkles, User, Wrench, type LucideIcon } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useClient, type Client } from 'urql'
import { Link } from 'wouter'
import { SearchHere, type SearchScope } from '../documents/generated.ts'
import { projectOf } from '../parts/projects.ts'
import { Tag } from '../parts/Tag.tsx'
import { counted, when } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { addressOf, type Group, type Hit } from './groups.ts'
import { piecesOf } from './snippet.ts'

/** A hit with the conversation that it stands in. */
export interface Found {
  readonly conversation: { readonly id: string; readonly title: string; readonly dated: boolean }
  readonly hit: Hit
}

interface Props {
  readonly group: Group
  readonly words: string
  readonly scope: SearchScope
  readonly chosen: string | null
  readonly onChoose: (result: Found) => void
}

/** Returns what was found in one conversation: its best hits, and all of them where that is asked for. */
export function GroupOf({ group: { conversation, count, hits }, words, scope, chosen, onChoose }: Props): JSX.Element {
  const client = useClient()
  const [more, setMore] = useState<readonly Hit[] | null>(null)
  const { id, title, cwd, updatedAt, dated, archived } = conversation
  const showAll = async (): Promise<void> =>
    setMore(await allHits(client, words, { ...scope, cwds: null, conversationId: id }))
  const hitFragments = more ?? hits
  return (
    <section className="grp" aria-label={title || 'Untitled'}>
      <header>
        <h2 className="cut" dir="auto">
          <Link href={paths.conversation(id)}>{title || 'Untitled'}</Link>
        </h2>
        <span className="soft cut">
          {cwd != null && `${projectOf(cwd).split(/[\\/]/).filter(Boolean).at(-1) ?? cwd} · `}
          {dated ? when(updatedAt) : 'no date'}
        </span>
        <span className="grow" />
        {archived && <span className="chip">archived</span>}
        <span className="chip n">{counted(count, 'hit')}</span>
      </header>
      {hitFragments.map((hit) => (
        <HitLine
          key={hit.observation.id}
          {...{ hit, isDated: dated }}
          href={addressOf(id, hit, words)}
          isChosen={hit.observation.id === chosen}
          onChoose={() => onChoose({ conversation, hit })}
        />
      ))}
      {more === null && count > hits.length && (
        <button type="button" className="link more" onClick={() => void showAll()}>
          Show {count - hits.length} more here
        </button>
      )}
    </section>
  )
}

/** The most hits of one conversation that are shown. */
const most = 500

async function allHits(client: Client, text: string, scope: SearchScope): Promise<readonly Hit[]> {
  const read = async (after: string | null): Promise<readonly Hit[]> => {
    const variables = { text, in: scope, after }
    const { data } = await client.query(SearchHere, variables, { requestPolicy: 'network-only' }).toPromise()
    const { nodes = [], pageInfo } = data?.search ?? {}
    const own = nodes.filter(({ conversation }) => conversation.id === scope.conversationId)
    return pageInfo?.hasNextPage === true ? [...own, ...(await read(pageInfo.endCursor ?? null))].slice(0, most) : own
  }
  return read(null)
}

const icons: Readonly<Record<string, LucideIcon>> = { USER: User, ASSISTANT: Sparkles, TOOL: Wrench, SYSTEM: Settings2 }
const names: Readonly<Record<string, string>> = {
  USER: 'You',
  ASSISTANT: 'Assistant',
  TOOL: 'result of a tool',
  SYSTEM: 'System',
}

interface LineProps {
  readonly hit: Hit
  readonly isDated: boolean
  readonly href: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function HitLine({ hit, isDated, href, isChosen, onChoose }: LineProps): JSX.Element {
  const { observation, snippet, highlights, turn, matches, branch, callId } = hit
  const role = observation.role ?? ''
  const Icon = callId != null ? Wrench : (icons[role] ?? Settings2)
  const who = callId != null && role === 'ASSISTANT' ? 'tool call' : (names[role] ?? 'Note')
  return (
    <Link
      className="hit"
      href={href}
      data-hit=""
      {...(isChosen && { 'aria-current': true })}
      onFocus={onChoose}
      onMouseEnter={onChoose}
    >
      <Icon className="i" />
      <span className="grow">
        <span className={callId == null ? 'found-words' : 'found-words mono'} dir="auto">
          {piecesOf(snippet, highlights).map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))}
        </span>
        <small>
          {branch && <Tag name={branch.name} colour={branch.isCurrent ? 0 : 1} />}
          <span>{turn == null ? who : `turn ${turn} · ${who}`}</span>
          {isDated && <time dateTime={observation.observedAt}>{when(observation.observedAt)}</time>}
          {matches > 1 && <span>{matches} versions match</span>}
        </small>
      </span>
    </Link>
  )
}
