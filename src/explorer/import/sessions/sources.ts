import { useQuery } from 'urql'
import { LocalSessions, type LocalSessionsQuery } from '../../documents/generated.ts'
import { useAskedMay } from '../../data/rights.ts'
import { counted } from '../../parts/text.ts'

/** A folder of sessions on the server's machine. */
export type SessionFolder = LocalSessionsQuery['localSources'][number]

/** Returns the folders of sessions that the server may import from its machine; none where it offers none. */
export function useSessionFolders(): readonly SessionFolder[] {
  const mayAdmin = useAskedMay('ADMIN') === true
  const [{ data }] = useQuery({ query: LocalSessions, pause: !mayAdmin, requestPolicy: 'cache-and-network' })
  return data?.localSources ?? []
}

/** Returns how many sessions folders hold. */
export const sessionsIn = (folders: readonly SessionFolder[]): string =>
  counted(
    folders.reduce((sum, { files }) => sum + files, 0),
    'session',
  )

/** Returns the agents of folders, each once. */
export const kindsOf = (folders: readonly SessionFolder[]): readonly string[] => [
  ...new Set(folders.map(({ kind }) => kind)),
]
