import { Download } from 'lucide-react'
import { useMemo, useState, type ComponentProps, type JSX } from 'react'
import { useQuery } from 'urql'
import { Models, Statistics, type StatisticsQuery } from '../documents/generated.ts'
import { saveExport } from '../data/saveExport.ts'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { shortCost, sumOfCosts } from '../parts/cost.ts'
import { ProjectOptions } from '../parts/ProjectOptions.tsx'
import { byProject, foldersIn } from '../parts/projects.ts'
import { daysBefore, short } from '../parts/text.ts'
import { Seg } from '../parts/Seg.tsx'
import { useFolders, type Folder } from '../parts/useFolders.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { Bars } from './Bars.tsx'
import { DayChart } from './DayChart.tsx'
import { FailingTools } from './FailingTools.tsx'
import { TokensChart } from './TokensChart.tsx'
import { Tiles } from './Tiles.tsx'
import { Top } from './Top.tsx'

const ranges = [
  { value: '7', name: '7 days' },
  { value: '42', name: '6 weeks' },
  { value: '365', name: 'A year' },
  { value: '', name: 'All' },
] as const
const none: readonly Folder[] = []
type Range = (typeof ranges)[number]['value']
const allTime = { days: '', from: null } as const

/** Returns what all conversations come to: each turn counts once, whatever shares it. */
export default function StatsPage(): JSX.Element {
  const [{ days, from }, setRange] = useState<{ days: Range; from: string | null }>(allTime)
  const [project, setProject] = useState('')
  const [model, setModel] = useState('')
  const [experiments, setExperiments] = useState(false)
  const folders = useFolders() ?? none
  const filter = useMemo(
    () => ({
      includeExperiments: experiments,
      ...(from !== null && { from }),
      ...(project !== '' && { cwds: [...foldersIn(project, folders)] }),
      ...(model !== '' && { models: [model] }),
    }),
    [from, project, folders, model, experiments],
  )
  const chooseDays = (chosen: Range): void =>
    setRange({ days: chosen, from: chosen === '' ? null : daysBefore(Number(chosen), Date.now()) })
  const [{ data, error }] = useQuery({ query: Statistics, variables: { filter }, requestPolicy: 'cache-and-network' })
  const [{ data: known }] = useQuery({ query: Models })
  usePageTitle('Statistics')
  const analytics = data?.analytics
  return (
    <main className="pane" aria-labelledby="stats-title">
      <header className="head wraps">
        <h1 id="stats-title" className="grow">
          Statistics
        </h1>
        <label className="btn check">
          <input type="checkbox" className="chk" checked={experiments} onChange={() => setExperiments(!experiments)} />
          Experiments too
        </label>
        <select
          className="field"
          aria-label="Project"
          value={project}
          onChange={({ target }) => setProject(target.value)}
        >
          <option value="">All projects</option>
          <ProjectOptions folders={folders} />
        </select>
        <select className="field" aria-label="Model" value={model} onChange={({ target }) => setModel(target.value)}>
          <option value="">All models</option>
          {known?.analytics.usageBy.map(({ key }) => (
            <option key={key} value={key}>
              {key || 'no model named'}
            </option>
          ))}
        </select>
        <Seg name="Time" chosen={days} choices={ranges} onChoose={chooseDays} />
        <Csv from={from} experiments={experiments} />
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
            <Tiles {...{ analytics, filter }} />
            <div className="two">
              <TokensChart cells={analytics.byDayAndModel} />
              <Bars title="Cost by project" unit="Cost" rows={projectRows(analytics.byProject)} />
            </div>
            <div className="twob">
              <FailingTools tools={analytics.tools} toolFailures={analytics.toolFailures} filter={filter} />
              <Top filter={filter} />
            </div>
            <div className="twob">
              <DayChart days={analytics.messagesPerDay} />
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
            </div>
          </>
        )}
      </div>
    </main>
  )
}

/** Saves the sums by day, conversation, role and model of the time that is chosen. */
function Csv({ from, experiments }: { readonly from: string | null; readonly experiments: boolean }): JSX.Element {
  const [fault, setFault] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    const parameters = new URLSearchParams({ of: 'USAGE', format: 'CSV', includeExperiments: String(experiments) })
    if (from !== null) parameters.set('from', from)
    setFault((await saveExport(`export?${parameters.toString()}`, 'It could not be saved.')).fault)
  }
  return (
    <button type="button" className="btn line" title={fault ?? 'Save the sums as CSV'} onClick={() => void save()}>
      <Download className="i" />
      CSV
      {fault !== null && <span className="bad"> {fault}</span>}
    </button>
  )
}

/** The costs of projects; what was spent in work trees of one repository is spent in that. */
function projectRows(buckets: StatisticsQuery['analytics']['byProject']): ComponentProps<typeof Bars>['rows'] {
  return byProject(buckets, ({ key }) => key).map(({ folder, name, parts }) => {
    const totals = sumOfCosts(parts.map((part) => part.totals))
    return {
      key: folder,
      name: name || 'no project',
      value: (totals.costUsd ?? 0) + (totals.estimatedCostUsd ?? 0),
      shown: shortCost(totals),
      isUnknown: totals.unpricedAnswers === totals.answers,
      hint: parts.map(({ key }) => key).join('\n'),
    }
  })
}
