import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { Aside } from '../documents/generated.ts'
import { paths } from '../place.ts'
import { shown } from '../text.ts'
import { LongText } from './blocks/Prose.tsx'
import type { Entry } from './window.ts'

interface Props {
  readonly talkId: string
  readonly entry: Entry
}

/** Returns what stands on the path and is no message: a marker with what it hides, a merge, a note. */
export function Marker({ talkId, entry }: Props): JSX.Element {
  const { id, kind } = entry.observation
  const [isOpen, setOpen] = useState(kind !== 'NOTE')
  const [{ data }] = useQuery({ query: Aside, variables: { id }, pause: !isOpen })
  const aside = data?.observation
  if (kind === 'NOTE')
    return (
      <details onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}>
        <summary>An imported entry that is no message</summary>
        {aside && <LongText text={shown(aside.fields)} />}
      </details>
    )
  if (kind === 'JOIN') return <p className="hint">{aside?.parents.length ?? 2} branches came together here.</p>
  if (kind === 'CANCEL') return <p className="hint">A marker above no longer holds.</p>
  const hidden = hiddenBy(aside?.fields)
  return (
    <div className="marker">
      {aside?.text != null && aside.text !== '' && (
        <details open>
          <summary>The summary that a model reads instead</summary>
          <LongText text={aside.text} />
        </details>
      )}
      {hidden !== null && <Link href={paths.talk(talkId, hidden)}>Show what it hides</Link>}
    </div>
  )
}

/** The last of the turns that a marker names. */
function hiddenBy(fields: unknown): string | null {
  if (typeof fields !== 'object' || fields === null || !('to' in fields)) return null
  return typeof fields.to === 'string' ? fields.to : null
}
