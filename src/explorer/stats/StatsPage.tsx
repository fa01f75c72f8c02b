import { useEffect, useMemo, useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { Directories, Statistics, TitleOf } from '../documents/generated.ts'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { shortCost } from '../parts/cost.ts'
import { counted, grouped, short, when } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { Bars } from './Bars.tsx'
import { DayChart } from './DayChart.tsx'
import { Figure } from './Figure.tsx'
import { TokensChart } from './TokensChart.tsx'
import { Tiles } from './Tiles.tsx'
import { Tools } from './Tools.tsx'

const ranges = [
  ['', 'At any time'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
] as const

/** Returns what all conversations come to: each turn counts once, whatever shares it. */
export default function StatsPage(): JSX.Element {
  const [days, setDays] = useState<string>('')
  const [cwd, setCwd] = useState('')
  const [experiments, setExperiments] = useState(false)
  const filter = useMemo(() => {
    const from = days === '' ? {} : { from: new Date(Date.now() - Number(days) * 86_400_000).toISOString() }
    return { includeExperiments: experiments, ...from, ...(cwd !== '' && { cwd }) }
  }, [days, cwd, experiments])
  const [{ data, error }] = useQuery({ query: Statistics, variables: { filter }, requestPolicy: 'cache-and-network' })
  const [{ data: projects }] = useQuery({ query: Directories })
  useEffect(() => {
    document.title = 'Statistics · turngraph'
  }, [])
  const analytics = data?.analytics
  return (
    <main className="pane" aria-labelledby="stats-title">
      <header className="head">
        <h1 id="stats-title" className="grow">
          Statistics
        </h1>
        <label className="btn check">
          <input type="checkbox" className="chk" checked={experiments} onChange={() => setExperiments(!experiments)} />
          Experiments too
        </label>
        <select className="field" aria-label="Project" value={cwd} onChange={({ target }) => setCwd(target.value)}>
          <option value="">All projects</option>
          {projects?.directories.nodes.map((each) => (
            <option key={each.cwd} value={each.cwd}>
              {each.cwd}
            </option>
          ))}
        </select>
        <select className="field" aria-label="Time" value={days} onChange={({ target }) => setDays(target.value)}>
          {ranges.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <div className="page scroll" tabIndex={-1}>
        {error && (
          <NoteLine isWarning>
            <span className="fault">{error.message}</span>
          </NoteLine>
        )}
        {!analytics && !error && <Loading rows={6} />}
        {analytics && (
          <>
            <Tiles analytics={analytics} />
            <TokensChart cells={analytics.byDayAndModel} />
            <DayChart days={analytics.messagesPerDay} />
            <div className="two">
              <Bars
                title="Tokens by model"
                unit="Tokens"
                rows={analytics.byModel.map(({ key, totals }) => ({
                  key,
                  name: key || 'no model named',
                  value: totals.inputTokens + totals.outputTokens + totals.cacheReadTokens,
                  shown: short(totals.inputTokens + totals.outputTokens + totals.cacheReadTokens),
                }))}
              />
              <Bars
                title="Cost by project"
                unit="Cost"
                rows={analytics.byProject.map(({ key, totals }) => ({
                  key,
                  name: key || 'no project',
                  value: totals.costUsd + totals.estimatedCostUsd,
                  shown: shortCost(totals),
                  isUnknown: totals.unpricedAnswers === totals.answers,
                }))}
              />
            </div>
            <div className="twob">
              <Tools tools={analytics.tools} />
              <Figure title="Conversations of most tokens">
                <table className="tbl">
                  <thead>
                    <tr>
                      <th scope="col">Conversation</th>
                      <th scope="col" className="r">
                        Tokens
                      </th>
                      <th scope="col" className="r">
                        Cost
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {analytics.byConversation.map(({ key, totals }) => (
                      <tr key={key}>
                        <td>
                          <Title id={key} />
                        </td>
                        <td className="r" title={counted(totals.answers, 'answer')}>
                          {grouped(totals.inputTokens + totals.outputTokens)}
                        </td>
                        <td className="r">{shortCost(totals)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Figure>
            </div>
          </>
        )}
      </div>
    </main>
  )
}

/** A conversation by its title, never by its id. */
function Title({ id }: { readonly id: string }): JSX.Element {
  const [{ data }] = useQuery({ query: TitleOf, variables: { id } })
  const conversation = data?.conversation
  return (
    <Link className="link cut" href={paths.conversation(id)} dir="auto">
      {conversation?.title || 'Untitled'}
      {conversation && <span className="vh"> {when(conversation.updatedAt)}</span>}
    </Link>
  )
}
