import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { TopConversations, type AnalyticsFilter, type ConversationMeasure } from '../documents/generated.ts'
import { Loading } from '../parts/Notice.tsx'
import { Dated } from '../parts/Time.tsx'
import { dollars, grouped, short } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { Figure } from './Figure.tsx'

const measures = [
  { by: 'BRANCHES', title: 'Most branched conversations', name: 'branches' },
  { by: 'PROMPTS', title: 'Conversations of most prompts', name: 'prompts' },
  { by: 'TURNS', title: 'Longest conversations', name: 'turns' },
  { by: 'COST', title: 'Most expensive conversations', name: 'cost' },
  { by: 'TOKENS', title: 'Conversations of most tokens', name: 'tokens' },
  { by: 'FAILURES', title: 'Conversations of most failures', name: 'failed calls' },
  { by: 'FORKS', title: 'Most forked conversations', name: 'forks' },
] as const satisfies readonly { readonly by: ConversationMeasure; readonly title: string; readonly name: string }[]
type Measure = (typeof measures)[number]

/** Returns the conversations of most of something that is chosen, by their titles. */
export function Top({ filter }: { readonly filter: AnalyticsFilter }): JSX.Element {
  const [chosen, setChosen] = useState<Measure>(measures[0])
  const [{ data }] = useQuery({ query: TopConversations, variables: { filter, by: chosen.by } })
  const rows = data?.analytics.topConversations
  const choice = (
    <select
      className="field"
      aria-label="Measure"
      value={chosen.by}
      onChange={({ target }) => setChosen(measures.find(({ by }) => by === target.value) ?? measures[0])}
    >
      {measures.map(({ by, name }) => (
        <option key={by} value={by}>
          {name}
        </option>
      ))}
    </select>
  )
  return (
    <Figure title={chosen.title} tools={choice}>
      {!rows && <Loading rows={4} />}
      {rows?.length === 0 && <p className="soft">None in this time.</p>}
      {rows && rows.length > 0 && (
        <table className="tbl">
          <thead className="vh">
            <tr>
              <th scope="col">Conversation</th>
              <th scope="col">Last active</th>
              <th scope="col">{chosen.name}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ conversation: { id, title, updatedAt, dated }, count }) => (
              <tr key={id}>
                <td className="cut">
                  <Link className="plainlink" href={paths.conversation(id)} dir="auto">
                    {title || 'Untitled'}
                  </Link>
                </td>
                <td className="r soft">
                  <Dated at={updatedAt} isDated={dated} />
                </td>
                <td className="r">{shownAs(chosen.by, count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Figure>
  )
}

function shownAs(by: Measure['by'], count: number): string {
  if (by === 'COST') return dollars(count)
  return by === 'TOKENS' ? short(count) : grouped(count)
}
