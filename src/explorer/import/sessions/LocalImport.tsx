import type { JSX } from 'react'
import { useObservable } from '../../data/observable.ts'
import { shortFolder } from '../../parts/folder.ts'
import { bytes, counted, grouped } from '../../parts/text.ts'
import { Report, ReportedFiles, type ReportedFile } from '../Report.tsx'
import { localRun, type LocalRun } from './localRun.ts'

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
  const { added, unchanged } = job
  return (
    <Report
      name="Report of sessions"
      title="Sessions of this machine"
      {...{ startedAt, endedAt, added, unchanged }}
      conversations={outcome?.conversations.totalCount ?? null}
      made={outcome?.newConversationIds ?? []}
    >
      {outcome && outcome.reports.length > 0 && (
        <ReportedFiles files={outcome.reports.map(reportedFile)} name="Files of the sessions" />
      )}
    </Report>
  )
}

type FileReport = NonNullable<LocalRun['outcome']>['reports'][number]

const reportedFile = ({ fileName, format, added, unchanged, findings }: FileReport): ReportedFile => ({
  ...{ format, findings, name: shortFolder(fileName ?? ''), conversationIds: null },
  ...{ counts: { added, unchanged }, fault: null },
})
