import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type JSX } from 'react'
import { copyText } from '../actions/copyLink.ts'
import { shown } from './text.ts'
import { valueRows, type ValueRow } from './valueRows.ts'

/** Returns a value as a tree that unfolds; deep and long ones are folded. */
export function Value({ value, name }: { readonly value: unknown; readonly name: string }): JSX.Element {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const { rows, more } = valueRows(value, toggled)
  const toggle = (path: string): void => {
    const next = new Set(toggled)
    if (!next.delete(path)) next.add(path)
    setToggled(next)
  }
  return (
    <div className="value">
      <div className="vhead">
        <span className="soft grow">{name}</span>
        <button type="button" className="btn sm" onClick={() => void copyText(shown(value), 'Copied.')}>
          Copy
        </button>
      </div>
      <ul tabIndex={0} aria-label={name} className="vrows">
        {rows.map((row) => (
          <li key={row.path} style={{ paddingInlineStart: 12 + row.depth * 16 }}>
            <Row row={row} onToggle={() => toggle(row.path)} />
          </li>
        ))}
        {more > 0 && <li className="soft">… {more} more</li>}
      </ul>
    </div>
  )
}

function Row({ row, onToggle }: { readonly row: ValueRow; readonly onToggle: () => void }): JSX.Element {
  const key = row.key !== null && (
    <span className="jk" dir="auto">
      {row.key}
    </span>
  )
  if (row.isOpen === null)
    return (
      <>
        <span className="vgap" />
        {key}{' '}
        <span className={row.isText ? 'st vtext' : 'vtext'} dir="auto">
          {row.text}{' '}
          {row.offer !== null && (
            <button type="button" className="link" onClick={onToggle}>
              {row.offer}
            </button>
          )}
        </span>
      </>
    )
  return (
    <button type="button" className="vfold" aria-expanded={row.isOpen} onClick={onToggle}>
      {row.isOpen ? <ChevronDown className="i s" /> : <ChevronRight className="i s" />}
      {key} <span className="soft">{row.isOpen ? '' : row.text}</span>
    </button>
  )
}
