import { useEffect, useState, type JSX } from 'react'
import { useLocation } from 'wouter'
import { useWatched } from '../watched.ts'
import { importFiles, importing } from './imports.ts'

/** Returns where files are imported: dropped anywhere, or chosen here. */
export function DropFiles(): JSX.Element {
  const [, navigate] = useLocation()
  const [isOver, setOver] = useState(false)
  const running = useWatched(importing)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
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
  return (
    <div className="drop" data-over={isOver}>
      <label>
        ⇩ Drop files here, or{' '}
        <input
          type="file"
          multiple
          aria-label="Import files"
          onChange={({ target }) => void importFiles([...(target.files ?? [])], navigate)}
        />
      </label>
      {running.map(({ name, part }) => (
        <label key={name} className="soft">
          {name} <progress value={part} />
        </label>
      ))}
    </div>
  )
}
