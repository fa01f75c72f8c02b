import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Aside } from '../../documents/generated.ts'
import { shown } from '../../parts/text.ts'
import { MarkerBand } from '../turns/MarkerBand.tsx'
import { LongText } from '../blocks/Prose.tsx'
import type { Entry } from './entry.ts'

interface Props {
  readonly conversationId: string
  readonly entry: Entry
}

/** Returns what stands on the path and is no turn: a summary with what it stands for, a merge, a note. */
export function Marker({ conversationId, entry }: Props): JSX.Element {
  const { id, kind } = entry.observation
  const [isOpen, setOpen] = useState(kind !== 'NOTE')
  const [{ data }] = useQuery({ query: Aside, variables: { id }, pause: !isOpen })
  const aside = data?.observation
  if (kind === 'NOTE')
    return (
      <details className="think" onToggle={({ currentTarget }) => currentTarget.open && setOpen(true)}>
        <summary>What came with the import and is no turn</summary>
        {aside && <LongText text={shown(aside.fields)} />}
      </details>
    )
  return aside ? <MarkerBand conversationId={conversationId} marker={{ ...aside, kind }} onCancel={null} /> : <></>
}
