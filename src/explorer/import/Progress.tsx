import type { JSX } from 'react'
import { useObservable } from '../data/observable.ts'
import { bytes, counted, grouped } from '../parts/text.ts'
import { importRun, stopImport } from './imports.ts'
import { sumsOf } from './run.ts'

/** Returns how far the import under way is: files and bytes; nothing where none is. */
export function Progress(): JSX.Element | null {
  const run = useObservable(importRun)
  if (!run || run.endedAt !== null) return null
  const { files, sent, stored, nodes } = run
  const at = files.findIndex(({ report, fault }) => report === null && fault === null)
  const file = files[at]
  const { added, unchanged } = sumsOf(run)
  const whole = files.reduce((sum, { size }) => sum + size, 0)
  const read = files.slice(0, Math.max(at, 0)).reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      <div className="rowx">
        <b className="grow">{counted(files.length, 'file')}</b>
        <span className="soft n">
          {grouped(Math.max(at, 0))} read · {grouped(added)} added · {grouped(unchanged)} unchanged
        </span>
        <button type="button" className="btn sm" onClick={stopImport}>
          Stop
        </button>
      </div>
      <progress
        aria-label="Files read"
        max={Math.max(whole, 1)}
        value={read + shareOf(file?.size ?? 0, sent, stored)}
      />
      {file && (
        <div className="soft cut n">
          {sent < file.size ? 'Sending' : 'Reading'} “{file.name}” ·{' '}
          {bytes(Math.min(sent < file.size ? sent : stored, file.size))} of {bytes(file.size)}
          {nodes > 0 && ` · ${counted(nodes, 'entry', 'entries')}`}
        </div>
      )}
    </>
  )
}

/** How much of a file is done: half of it is that it is sent, the other half that it is stored. */
const shareOf = (size: number, sent: number, stored: number): number =>
  (Math.min(sent, size) + Math.min(stored, size)) / 2
