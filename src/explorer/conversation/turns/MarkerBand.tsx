import { GitMerge, ListX, Shrink, Undo2 } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { ErasedByFragment } from '../../documents/generated.ts'
import { ErasedLine } from '../../parts/ErasedLine.tsx'
import { NoteLine } from '../../parts/Notice.tsx'
import { paths } from '../../urls/urls.ts'
import { Prose } from '../blocks/Prose.tsx'

interface Props {
  readonly conversationId: string
  readonly marker: {
    readonly kind: string
    readonly text?: string | null | undefined
    readonly fields: unknown
    readonly parents: readonly unknown[]
    readonly erased: boolean
    readonly erasure?: ErasedByFragment['erasure'] | undefined
  }
  /** Takes it back; null where it cannot be from here. */
  readonly onCancel: (() => void) | null
}

/** Returns a band across the column: what the model reads in place of turns, or what came together. */
export function MarkerBand({ conversationId, marker, onCancel }: Props): JSX.Element {
  const { kind, text, fields, parents, erased, erasure } = marker
  if (kind === 'JOIN')
    return (
      <NoteLine icon={<GitMerge className="i" />}>
        <span className="grow">{parents.length || 2} branches came together here.</span>
      </NoteLine>
    )
  if (kind === 'CANCEL')
    return (
      <NoteLine icon={<Undo2 className="i" />}>
        <span className="grow">From here on the model reads again what was summarised or left out above.</span>
      </NoteLine>
    )
  const last = lastOf(fields)
  const isSummary = kind === 'COMPACTION'
  return (
    <div className="band">
      <NoteLine icon={isSummary ? <Shrink className="i" /> : <ListX className="i" />}>
        <span className="grow">
          {isSummary ? 'The model gets a summary here.' : 'Some turns are left out for the model.'}
        </span>
        {last !== null && (
          <Link className="btn sm" href={paths.conversation(conversationId, last)}>
            Show the turns
          </Link>
        )}
        {onCancel && (
          <button type="button" className="btn sm" onClick={onCancel}>
            Undo
          </button>
        )}
      </NoteLine>
      {erased && <ErasedLine what="Its words were erased" erasure={erasure} />}
      {text != null && text !== '' && <Prose text={text} />}
    </div>
  )
}

/** The last of the turns that a marker names. */
function lastOf(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null || !('to' in fields)) return null
  return typeof fields.to === 'string' ? fields.to : null
}
