import { Undo2 } from 'lucide-react'
import { useEffect, useState, type JSX, type ReactNode } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { useAction } from '../actions/useAction.ts'
import { useIsReadOnly } from '../data/rights.ts'
import { ImportedTitle } from '../documents/generated.ts'
import { clockOf, counted, duration, grouped } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import { findingsOf } from './findings.ts'
import { formatName } from './formatNames.ts'

interface ReportProps {
  /** What it is called for those who hear it. */
  readonly name: string
  readonly title: string
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
  readonly added: number
  readonly unchanged: number
  /** In how many conversations; null where that is not known. */
  readonly conversations: number | null
  /** The conversations that it made, which Undo deletes. */
  readonly made: readonly string[]
  readonly children: ReactNode
}

/** Returns what an import came to: its sums, what takes it back, and its files. */
export function Report(props: ReportProps): JSX.Element {
  const { name, title, startedAt, endedAt, added, unchanged, conversations, made, children } = props
  return (
    <section className="card fig importreport" aria-label={name}>
      <header>
        <h2>{title}</h2>
        <span className="soft n grow">
          {clockOf(new Date(startedAt).toISOString())}
          {endedAt !== null && ` · ${duration(endedAt - startedAt)}`} · {grouped(added)} added, {grouped(unchanged)}{' '}
          unchanged
          {conversations !== null && `, in ${counted(conversations, 'conversation')}`}
        </span>
        {endedAt !== null && <UndoImport made={made} />}
      </header>
      {children}
    </section>
  )
}

/** Takes back what the import made; what was there before, and grew, stays. */
function UndoImport({ made }: { readonly made: readonly string[] }): JSX.Element | null {
  const action = useAction()
  const [isDone, setDone] = useState(false)
  const isReadOnly = useIsReadOnly()
  if (made.length === 0 || isDone || isReadOnly) return null
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

/** A file of an import. */
export interface ReportedFile {
  readonly name: string
  /** Empty where it is not known. */
  readonly format: string
  /** The conversations of the report; null where they are not known. */
  readonly conversationIds: readonly string[] | null
  /** Null where it was not read, which `fault` says why. */
  readonly counts: { readonly added: number; readonly unchanged: number } | null
  readonly findings: readonly { readonly code: string; readonly message: string }[]
  readonly fault: string | null
}

/** Returns the files of an import, a row each. */
export function ReportedFiles({
  files,
  name,
}: {
  readonly files: readonly ReportedFile[]
  readonly name: string
}): JSX.Element {
  const hasTitles = files.some(({ conversationIds }) => conversationIds !== null)
  return (
    <div className="scrollx" tabIndex={0} role="region" aria-label={name}>
      <table className="tbl">
        <thead>
          <tr>
            <th>File</th>
            <th>From</th>
            {hasTitles && <th>Conversations</th>}
            <th className="r">Added</th>
            <th className="r">Unchanged</th>
            <th>Noticed</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file, at) => (
            <Row key={at} file={file} hasTitles={hasTitles} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ file, hasTitles }: { readonly file: ReportedFile; readonly hasTitles: boolean }): JSX.Element {
  const { name, format, conversationIds, counts, findings, fault } = file
  const [first, ...others] = conversationIds ?? []
  return (
    <tr>
      <td className="mono">{name}</td>
      {format === '' ? <td className="soft">unknown</td> : <td>{formatName(format)}</td>}
      {hasTitles && (
        <td>
          {first === undefined ? <span className="soft">none</span> : <Title id={first} />}
          {others.length > 0 && ` and ${counted(others.length, 'more', 'more')}`}
        </td>
      )}
      <td className="r">{counts ? grouped(counts.added) : '–'}</td>
      <td className="r">{counts ? grouped(counts.unchanged) : '–'}</td>
      <td className={fault === null ? 'soft' : 'bad'}>
        {fault !== null ? <Refused fault={fault} /> : <Findings findings={findings} />}
      </td>
    </tr>
  )
}

function Findings({ findings }: Pick<ReportedFile, 'findings'>): JSX.Element {
  if (findings.length === 0) return <>–</>
  return (
    <>
      {findingsOf(findings).map(({ words, more }) => (
        <div key={words}>
          {words}
          {more > 0 && ` (${counted(more, 'more', 'more')} like it)`}
        </div>
      ))}
    </>
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
