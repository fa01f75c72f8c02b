import type { JSX } from 'react'
import { useObservable } from '../../data/observable.ts'
import { bytes, clockOf, counted, duration, grouped } from '../../parts/text.ts'
import { findingsOf, formatName } from '../findings.ts'
import { localRun, type LocalRun } from './localRun.ts'
import { shortFolder } from './sources.ts'

/** Returns how far the import of sessions of the server's machine is; nothing where none is under way. */
export function LocalProgress(): JSX.Element | null {
  const run = useObservable(localRun)
  if (!run || run.endedAt !== null) return null
  const { files, filesDone, bytes: whole, bytesDone, added, unchanged, reading } = run.job
  return (
    <>
      <div className="rowx">
        <b className="grow">{counted(files, 'session')}</b>
        <span className="soft n">
          {grouped(filesDone)} read · {grouped(added)} added · {grouped(unchanged)} unchanged
        </span>
      </div>
      <progress aria-label="Files read" max={Math.max(whole, 1)} value={bytesDone} />
      <div className="soft cut n">
        {reading !== null && `Reading ${shortFolder(reading)} · `}
        {bytes(bytesDone)} of {bytes(whole)}
      </div>
    </>
  )
}

/** Returns what an import of sessions of the server's machine came to. */
export function LocalOutcome({ run }: { readonly run: LocalRun }): JSX.Element | null {
  const { job, outcome, startedAt, endedAt } = run
  if (endedAt === null) return null
  return (
    <section className="card fig importreport" aria-label="Report of sessions">
      <header>
        <h2>Sessions of this machine</h2>
        <span className="soft n grow">
          {clockOf(new Date(startedAt).toISOString())} · {duration(endedAt - startedAt)} · {grouped(job.added)} added,{' '}
          {grouped(job.unchanged)} unchanged
          {outcome && `, in ${counted(outcome.conversations.totalCount ?? 0, 'conversation')}`}
        </span>
      </header>
      {outcome && outcome.reports.length > 0 && <Files reports={outcome.reports} />}
    </section>
  )
}

function Files({
  reports,
}: {
  readonly reports: NonNullable<NonNullable<LocalRun['outcome']>['reports']>
}): JSX.Element {
  return (
    <div className="scrollx" tabIndex={0} role="region" aria-label="Files of the sessions">
      <table className="tbl">
        <thead>
          <tr>
            <th>File</th>
            <th>From</th>
            <th className="r">Added</th>
            <th className="r">Unchanged</th>
            <th>Noticed</th>
          </tr>
        </thead>
        <tbody>
          {reports.map(({ fileName, format, added, unchanged, findings }, at) => (
            <tr key={at}>
              <td className="mono">{shortFolder(fileName ?? '')}</td>
              <td>{format === '' ? <span className="soft">unknown</span> : formatName(format)}</td>
              <td className="r">{grouped(added)}</td>
              <td className="r">{grouped(unchanged)}</td>
              <td className="soft">
                {findings.length === 0
                  ? '–'
                  : findingsOf(findings).map(({ words, more }) => (
                      <div key={words}>
                        {words}
                        {more > 0 && ` (${counted(more, 'more', 'more')} like it)`}
                      </div>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
