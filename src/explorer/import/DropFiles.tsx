import { Download } from 'lucide-react'
import { useEffect, useState, type JSX } from 'react'
import { useLocation } from 'wouter'
import { useObservable } from '../data/observable.ts'
import { importFiles, importing } from './imports.ts'

/** Lets files be dropped anywhere, and shows how far those are that are being imported. */
export function DropFiles(): JSX.Element | null {
  const isOver = useDrop()
  const running = useObservable(importing)
  if (!isOver && running.length === 0) return null
  return (
    <section aria-label="Import" className="import card">
      {isOver && (
        <p>
          <Download className="i" /> Let go to import
        </p>
      )}
      {running.map(({ name, part }) => (
        <label key={name}>
          <span className="cut">{name}</span>
          <progress value={part} />
        </label>
      ))}
    </section>
  )
}

function useDrop(): boolean {
  const [, navigate] = useLocation()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      // What was dropped on the composer is attached there.
      if (files.length === 0 || event.defaultPrevented) return
      event.preventDefault()
      void importFiles(files, navigate)
    }
    const heard = { dragover: over, dragleave: leave, drop } as const
    for (const [name, listener] of Object.entries(heard)) document.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(heard))
        document.removeEventListener(name, listener as EventListener)
    }
  }, [navigate])
  return isOver
}
