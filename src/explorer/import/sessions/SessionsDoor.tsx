import { FolderSearch } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useClient } from 'urql'
import { useLocation } from 'wouter'
import { importSessions } from './localRun.ts'
import { shortFolder } from '../../parts/folder.ts'
import { kindsOf, sessionsIn, type SessionFolder } from './sources.ts'

/** Returns what begins with the sessions of agents on the server's machine. */
export function SessionsDoor({ folders }: { readonly folders: readonly SessionFolder[] }): JSX.Element {
  return (
    <section className="card door" aria-labelledby="door-sessions">
      <span className="ico">
        <FolderSearch className="i l" />
      </span>
      <h2 id="door-sessions">Bring in agent sessions</h2>
      <p>
        <FolderWords folders={folders} />. They are read, never changed.
      </p>
      <span>
        <ImportSessionsButton folders={folders} className="btn main">
          Import {sessionsIn(folders)}
        </ImportSessionsButton>
      </span>
    </section>
  )
}

/** Returns how many sessions lie where. */
export function FolderWords({ folders }: { readonly folders: readonly SessionFolder[] }): JSX.Element {
  const last = folders.length - 1
  return (
    <>
      {folders.map(({ path, files }, at) => (
        <span key={path}>
          {at > 0 && (at === last ? ' and ' : ', ')}
          {at === 0 ? `${sessionsIn([folders[0] as SessionFolder])} ${files === 1 ? 'is' : 'are'}` : files} in{' '}
          <span className="mono">{shortFolder(path)}</span>
        </span>
      ))}
    </>
  )
}

/** Returns the button that imports sessions, and shows the page of imports meanwhile. */
export function ImportSessionsButton({
  folders,
  className,
  children,
}: {
  readonly folders: readonly SessionFolder[]
  readonly className: string
  readonly children: JSX.Element | string | readonly (JSX.Element | string)[]
}): JSX.Element {
  const client = useClient()
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const begin = async (): Promise<void> => {
    setBusy(true)
    await importSessions(client, kindsOf(folders))
    setBusy(false)
    navigate('/import')
  }
  return (
    <button type="button" className={className} disabled={isBusy} onClick={() => void begin()}>
      {children}
    </button>
  )
}
