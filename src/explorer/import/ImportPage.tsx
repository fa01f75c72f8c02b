import { Undo2 } from 'lucide-react'
import { useEffect, useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { useAction } from '../actions/useAction.ts'
import { useObservable } from '../data/observable.ts'
import { ImportedTitle } from '../documents/generated.ts'
import { counted, clockOf, duration, grouped } from '../parts/text.ts'
import { ImportButton } from '../shell/ImportButton.tsx'
import { paths } from '../urls/urls.ts'
import { findingsOf, formatName } from './findings.ts'
import { importRun } from './imports.ts'
import { Progress } from './Progress.tsx'
import { LocalOutcome, LocalProgress } from './sessions/LocalImport.tsx'
import { localRun } from './sessions/localRun.ts'
import { FolderWords, ImportSessionsButton } from './sessions/SessionsDoor.tsx'
import { useSessionFolders } from './sessions/sources.ts'
import { madeBy, sumsOf, type ImportedFile, type ImportRun } from './run.ts'

/** Returns where files are imported: what is under way, and what came of the last ones. */
export default function ImportPage(): JSX.Element {
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
  const done = run.files.filter(({ report, fault }) => report !== null || fault !== null)
  if (done.length === 0) return null
  const { added, unchanged } = sumsOf(run)
  return (
    <section className="card fig importreport" aria-label="Import report">
      <header>
        <h2>{run.endedAt === null ? 'So far' : 'Last import'}</h2>
        <span className="soft n grow">
          {clockOf(new Date(run.startedAt).toISOString())}
          {run.endedAt !== null && ` · ${duration(run.endedAt - run.startedAt)}`} · {grouped(added)} added,{' '}
          {grouped(unchanged)} unchanged
        </span>
        {run.endedAt !== null && <UndoImport run={run} />}
      </header>
      <div className="scrollx" tabIndex={0} role="region" aria-label="Files of the import">
        <table className="tbl">
          <thead>
            <tr>
              <th>File</th>
              <th>From</th>
              <th>Conversations</th>
              <th className="r">Added</th>
              <th className="r">Unchanged</th>
              <th>Noticed</th>
            </tr>
          </thead>
          <tbody>
            {done.map((file, at) => (
              <Row key={at} file={file} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Takes back what the import made; what was there before, and grew, stays. */
function UndoImport({ run }: { readonly run: ImportRun }): JSX.Element | null {
  const action = useAction()
  const [isDone, setDone] = useState(false)
  const made = madeBy(run)
  if (made.length === 0 || isDone) return null
  const undo = async (): Promise<void> => {
    setDone(true)
    for (const conversationId of made) await action({ kind: 'deleteConversation', conversationId })
  }
  return (
    <button
      type="button"
      className="btn sm"
      title={`Deletes ${counted(made.length, 'conversation')}, which can be restored`}
      onClick={() => void undo()}
    >
      <Undo2 className="i s" />
      Undo
    </button>
  )
}

function Row({ file }: { readonly file: ImportedFile }): JSX.Element {
  const { name, report, fault } = file
  const [first, ...others] = report?.conversationIds ?? []
  const findings = findingsOf(report?.findings ?? [])
  return (
    <tr>
      <td className="mono">{name}</td>
      {report ? <td>{formatName(report.format)}</td> : <td className="soft">unknown</td>}
      <td>
        {first === undefined ? <span className="soft">none</span> : <Title id={first} />}
        {others.length > 0 && ` and ${counted(others.length, 'more', 'more')}`}
      </td>
      <td className="r">{report ? grouped(report.added) : '–'}</td>
      <td className="r">{report ? grouped(report.unchanged) : '–'}</td>
      <td className={fault === null ? 'soft' : 'bad'}>
        {fault !== null ? (
          <Refused fault={fault} />
        ) : findings.length === 0 ? (
          '–'
        ) : (
          findings.map(({ words, more }) => (
            <div key={words}>
              {words}
              {more > 0 && ` (${counted(more, 'more', 'more')} like it)`}
            </div>
          ))
        )}
      </td>
    </tr>
  )
}

/** Why a file was not read; the formats that are known stand behind it. */
function Refused({ fault }: { readonly fault: string }): JSX.Element {
  const [why = fault, formats] = fault.split(' Accepted formats: ')
  return (
    <>
      {why}
      {formats !== undefined && (
        <details className="think">
          <summary>Formats</summary>
          {formats.replace(/\.$/, '').split(', ').map(formatName).join(', ')}
        </details>
      )}
    </>
  )
}

function Title({ id }: { readonly id: string }): JSX.Element {
  const [{ data }, again] = useQuery({ query: ImportedTitle, variables: { id } })
  const isMissing = data !== undefined && !data.conversation
  useEffect(() => {
    if (isMissing) again({ requestPolicy: 'network-only' })
  }, [isMissing, again])
  return (
    <Link className="link" href={paths.conversation(id)} dir="auto">
      {data?.conversation?.title || (data ? 'Untitled' : '…')}
    </Link>
  )
}
