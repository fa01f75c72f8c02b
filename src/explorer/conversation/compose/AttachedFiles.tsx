import { FileText, X } from 'lucide-react'
import type { JSX } from 'react'
import { bytes } from '../../parts/text.ts'
import type { AttachedFile } from './attachments.ts'

interface Props {
  readonly files: readonly AttachedFile[]
  readonly onRemove: (key: number) => void
}

/** Returns the files that go with what is written. */
export function AttachedFiles({ files, onRemove }: Props): JSX.Element | null {
  if (files.length === 0) return null
  return (
    <ul className="atts" aria-label="Attached files">
      {files.map(({ key, name, size, id }) => (
        <li key={key} className="chip" aria-busy={id === null}>
          <FileText className="i s" />
          <span className="cut" dir="auto">
            {name}
          </span>
          <span className="soft">{bytes(size)}</span>
          <button type="button" aria-label={`Remove ${name}`} title="Remove" onClick={() => onRemove(key)}>
            <X className="i s" />
          </button>
        </li>
      ))}
    </ul>
  )
}
