import type { JSX } from 'react'
import { useObservable } from '../data/observable.ts'
import { ImportButton } from '../shell/ImportButton.tsx'
import { FormatsButton } from './FormatsButton.tsx'
import { importRun } from './imports.ts'
import { Progress } from './Progress.tsx'
import { Report, ReportedFiles, type ReportedFile } from './Report.tsx'
import { madeBy, sumsOf, type ImportedFile, type ImportRun } from './run.ts'
import { LocalOutcome, LocalProgress } from './sessions/LocalImport.tsx'
import { localRun } from './sessions/localRun.ts'
import { FolderWords, ImportSessionsButton } from './sessions/SessionsDoor.tsx'
import { useSessionFolders } from './sessions/sources.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'

/** Returns where files are imported: what is under way, and what came of the last ones. */
export default function ImportPage(): JSX.Element {
  usePageTitle('Import')
  const run = useObservable(importRun)
  const local = useObservable(localRun)
  const folders = useSessionFolders()
  const isRunning = run !== null && run.endedAt === null
  const isLocal = local !== null && local.endedAt === null
  return (
    <main className="pane" aria-labelledby="import-title">
      <header className="head">
        <h1 id="import-title" className="grow">
          Import
        </h1>
        <FormatsButton />
        <ImportButton>Choose files</ImportButton>
      </header>
      <div className="page scroll" tabIndex={-1}>
        {isRunning ? (
          <section className="card imp" aria-label="Import">
            <Progress />
          </section>
        ) : (
          <p className="well">
            Drop files anywhere on the page: an export of a chat app, sessions of an agent, or JSON Lines. What a file
            is, is known by its content; what is stored already stays as it is.
          </p>
        )}
        {isLocal && (
          <section className="card imp" aria-label="Import of sessions">
            <LocalProgress />
          </section>
        )}
        {!isLocal && folders.length > 0 && (
          <p className="well">
            On this machine: <FolderWords folders={folders} />.{' '}
            <ImportSessionsButton folders={folders} className="link">
              Import what is new
            </ImportSessionsButton>
          </p>
        )}
        {local && <LocalOutcome run={local} />}
        {run && <Outcome key={run.startedAt} run={run} />}
      </div>
    </main>
  )
}

function Outcome({ run }: { readonly run: ImportRun }): JSX.Element | null {
  const files = run.files.flatMap((file) => reportedFile(file) ?? [])
  if (files.length === 0) return null
  const { startedAt, endedAt } = run
  const { added, unchanged } = sumsOf(run)
  return (
    <Report
      name="Import report"
      title={endedAt === null ? 'So far' : 'Last import'}
      {...{ startedAt, endedAt, added, unchanged }}
      conversations={null}
      made={madeBy(run)}
    >
      <ReportedFiles files={files} name="Files of the import" />
    </Report>
  )
}

function reportedFile({ name, report, fault }: ImportedFile): ReportedFile | null {
  if (report === null && fault === null) return null
  return {
    ...{ name, fault, counts: report },
    format: report?.format ?? '',
    conversationIds: report?.conversationIds ?? [],
    findings: report?.findings ?? [],
  }
}
