import { Download } from 'lucide-react'
import { useEffect, useState, type JSX } from 'react'
import { useLocation } from 'wouter'
import { useObservable } from '../data/observable.ts'
import { importFiles, importRun } from './imports.ts'
import { Progress } from './Progress.tsx'
import { LocalProgress } from './sessions/LocalImport.tsx'
import { localRun } from './sessions/localRun.ts'

/** Lets files be dropped anywhere, and shows how far those are that are being imported. */
export function DropFiles(): JSX.Element | null {
  const isOver = useDrop()
  const run = useObservable(importRun)
  const [path] = useLocation()
  const local = useObservable(localRun)
  const isRunning = run !== null && run.endedAt === null && path !== '/import'
  const isLocal = local !== null && local.endedAt === null && path !== '/import'
  if (!isOver && !isRunning && !isLocal) return null
  return (
    <section aria-label="Import" className="import imp card">
      {isOver && (
        <p className="dropping">
          <Download className="i" /> Let go to import
        </p>
      )}
      {isRunning && <Progress />}
      {isLocal && <LocalProgress />}
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
