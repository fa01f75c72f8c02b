import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { Statistics, type StatisticsQuery } from '../documents/generated.ts'
import { Notice } from '../Notice.tsx'
import { paths } from '../place.ts'
import { dollars, short } from '../text.ts'
import { Bars } from './Bars.tsx'

type Analytics = StatisticsQuery['analytics']

/** Returns what all conversations come to: counts once, whatever shares it. */
export default function StatsPage(): JSX.Element {
  const [experiments, setExperiments] = useState(false)
  const [{ data, error }] = useQuery({
    query: Statistics,
    variables: { filter: { includeExperiments: experiments } },
    requestPolicy: 'cache-and-network',
  })
  if (!data) return <Notice title="Statistics">{error?.message ?? 'Counting …'}</Notice>
  const { analytics } = data
  return (
    <main className="pane screen">
      <h1>Statistics</h1>
      <label>
        <input type="checkbox" checked={experiments} onChange={() => setExperiments(!experiments)} /> with experiments
      </label>
      <Totals analytics={analytics} />
      <Bars
        title="Messages a day"
        unit="messages"
        rows={analytics.messagesPerDay.map(({ day, messages }) => ({ key: day, name: day, value: messages }))}
      />
      <Bars
        title="Output tokens by model"
        unit="tokens"
        rows={analytics.byModel.map(({ key, totals }) => ({ key, name: key || '(none)', value: totals.outputTokens }))}
      />
      <Bars
        title="Calls by tool"
        unit="calls"
        rows={analytics.tools.map(({ name, calls, errors }) => {
          return { key: name, name: errors > 0 ? `${name} (${errors} failed)` : name, value: calls }
        })}
      />
      <Bars
        title="Output tokens by conversation"
        unit="tokens"
        rows={analytics.byConversation.map(({ key, totals }) => {
          return { key, name: <Link href={paths.talk(key)}>{key}</Link>, value: totals.outputTokens }
        })}
      />
    </main>
  )
}

function Totals({ analytics }: { readonly analytics: Analytics }): JSX.Element {
  const { usage, treeShape } = analytics
  const rows: readonly (readonly [string, string])[] = [
    ['Conversations', String(analytics.conversations)],
    ['Forks', String(analytics.forks)],
    ['Messages', String(analytics.messages)],
    ['Nodes, leaves', `${treeShape.nodes}, ${treeShape.leaves}`],
    ['Branch points, version points', `${treeShape.branchPoints}, ${treeShape.versionPoints}`],
    ['Tool calls', String(treeShape.toolCalls)],
    ['Rewinds, replaced turns', `${analytics.rewinds}, ${analytics.replacedTurns}`],
    ['Tokens in, out', `${short(usage.inputTokens)}, ${short(usage.outputTokens)}`],
    ['Tokens read from a cache', short(usage.cacheReadTokens)],
    ['Cost', dollars(usage.costUsd)],
  ]
  return (
    <table>
      <caption>Totals</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
