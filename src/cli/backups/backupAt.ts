import { CommandFailed } from '../../client/failures.ts'
import { piecesAt } from '../../client/remoteFiles.ts'
import { serverAt } from '../../client/server.ts'
import { keyVariable } from '../../client/serverVariables.ts'
import { retryingFetch } from '../retryingFetch.ts'
import type { LocalStore } from '../store/localStore.ts'
import type { Environment } from '../terminal.ts'

/** Returns what a running server gives away of its store: a backup, for who may have one. */
export async function backupAt(url: URL, env: Environment): Promise<Pick<LocalStore, 'backup' | 'close'>> {
  const server = serverAt({ url: url.href, token: env[keyVariable], fetch: retryingFetch })
  return {
    async *backup({ attachments }) {
      if (typeof attachments !== 'string')
        throw new CommandFailed(
          'BAD_INPUT',
          'A server puts the bytes into the file or leaves them out; it cannot write them beside it.',
        )
      yield* await piecesAt(server, 'backup', { attachments })
    },
    close: () => Promise.resolve(),
  }
}
