export type { RemoteThreadListAdapter, ThreadHistoryAdapter, ThreadMessage } from './peer.ts'
export { connectThreads } from './threads.ts'
export type { OpenThread, ThreadListOptions, Threads, ThreadsOptions, ThreadSource } from './types.ts'
export { TurngraphError } from '../../client/turngraphError.ts'
