import { connectRemote } from '../../client/remote.ts'
import { historyAdapter } from './adapter.ts'
import { threadList } from './threadList.ts'
import type { Threads, ThreadsOptions } from './types.ts'

/** Returns the threads of a server. Nothing is asked for before one is loaded. */
export function connectThreads(options: ThreadsOptions): Threads {
  const client = 'client' in options ? options.client : connectRemote(options)
  return {
    client,
    list: threadList(client, options),
    history: (thread) => historyAdapter(client, thread),
  }
}
