import { useEffect, useState, type JSX } from 'react'
import { useClient } from 'urql'
import { Link, useSearch } from 'wouter'
import { useAskedMay } from '../data/rights.ts'
import { ErasureList, type ErasureLineFragment } from '../documents/generated.ts'
import { Loading, NoteLine, Notice } from '../parts/Notice.tsx'
import { counted, minuteOf, wholeDate } from '../parts/text.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { parameterOf, paths } from '../urls/urls.ts'
import { SecretsCard } from './SecretsCard.tsx'
import { amountLine, reasons, states } from './words.ts'

/** Returns what looks for secrets, and what was erased, newest first, each with the way to its receipt. */
export default function ErasuresPage(): JSX.Element {
  const [mayErase, mayAdminister] = [useAskedMay('ERASE'), useAskedMay('ADMIN')]
  const conversationId = parameterOf(useSearch(), 'in')
  usePageTitle('Erasures')
  if (mayErase === null) return <Notice>Loading …</Notice>
  if (!mayErase && mayAdminister !== true)
    return <Notice title="Erasures">This key may not see what was erased: it needs the right to erase.</Notice>
  return (
    <main className="pane" aria-labelledby="erasures-title">
      <header className="head">
        <h1 id="erasures-title" className="grow">
          Erasures
        </h1>
      </header>
      <div className="page narrow scroll" tabIndex={-1}>
        <SecretsCard key={conversationId ?? ''} conversationId={conversationId} mayErase={mayErase} />
        <Erased />
      </div>
    </main>
  )
}

interface State {
  readonly lines: readonly ErasureLineFragment[]
  readonly total: number
  readonly after: string | null
  readonly more: boolean
}

function useErasures() {
  const client = useClient()
  const [state, setState] = useState<State | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const read = async (before: State | null): Promise<void> => {
    const variables = { first: 50, after: before?.after ?? null }
    const { data, error } = await client.query(ErasureList, variables, { requestPolicy: 'network-only' }).toPromise()
    setFault(data ? null : (error?.message ?? 'No answer.'))
    if (!data) return
    const { nodes, pageInfo, totalCount } = data.erasures
    const lines = [...(before?.lines ?? []), ...nodes]
    setState({ lines, total: totalCount, after: pageInfo.endCursor ?? null, more: pageInfo.hasNextPage })
  }
  useEffect(() => void read(null), [client])
  return { state, fault, more: () => void read(state) }
}

function Erased(): JSX.Element {
  const { state, fault, more } = useErasures()
  return (
    <section className="card fig" aria-labelledby="erased-title">
      <header>
        <h2 id="erased-title">What was erased</h2>
        {state && <span className="soft grow">{counted(state.total, 'erasure')}</span>}
      </header>
      {fault !== null && (
        <NoteLine isWarning>
          <span className="fault grow">{fault}</span>
          <button type="button" className="btn sm" onClick={more}>
            Try again
          </button>
        </NoteLine>
      )}
      {state === null && fault === null && <Loading rows={3} />}
      {state?.lines.length === 0 && (
        <p className="soft">Nothing was erased. “Erase …” stands in the menu of a turn and of a conversation.</p>
      )}
      {state && state.lines.length > 0 && <Table lines={state.lines} />}
      {state?.more === true && (
        <button type="button" className="btn line" onClick={more}>
          Show older
        </button>
      )}
    </section>
  )
}

function Table({ lines }: { readonly lines: readonly ErasureLineFragment[] }): JSX.Element {
  return (
    <div className="scrollx" tabIndex={0} role="region" aria-label="Table of erasures">
      <table className="tbl wide">
        <thead>
          <tr>
            {['Receipt', 'Reason', 'What went', 'State'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, at, reason, scope, state }) => (
            <tr key={id}>
              <td>
                <Link className="link" href={paths.erasure(id)}>
                  <time dateTime={at} title={wholeDate(at)}>
                    {minuteOf(at)}
                  </time>
                </Link>
              </td>
              <td>{reasons[reason]}</td>
              <td className="n">{amountLine(scope)}</td>
              <td>{states[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
