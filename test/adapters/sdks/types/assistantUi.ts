import type { RemoteThreadListAdapter, ThreadHistoryAdapter, ThreadMessage } from '@assistant-ui/core'
import {
  connectThreads,
  type ThreadMessage as Ours,
  type Threads,
} from '../../../../dist/types/adapters/assistantUi/index.js'

type IsAny<T> = 0 extends 1 & T ? true : false

// What these say is checked by the compiler: each line is an assignment that must be one.
export const list = (threads: Threads): RemoteThreadListAdapter => threads.list
export const history = (threads: Threads): ThreadHistoryAdapter => threads.history('t')
export const areTyped: IsAny<Ours> = false
export const message = (given: Ours): ThreadMessage => given
export const used = (
  url: string,
  thread: { getState(): { remoteId?: string }; initialize(): Promise<{ remoteId: string }> },
) => connectThreads({ url }).history(() => thread)
