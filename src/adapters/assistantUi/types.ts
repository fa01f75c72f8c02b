import type { ConnectedGraph, ConversationFilter, RemoteOptions } from '../../client/client.ts'
import type { RemoteThreadListAdapter, ThreadHistoryAdapter } from './peer.ts'

/** What of assistant-ui's list names the thread that is open: `aui.threadListItem` is one. */
export interface OpenThread {
  getState(): { readonly remoteId?: string | undefined }
  initialize(): Promise<{ readonly remoteId: string }>
}
/** A thread by its id, or by what says it each time: a new one gets its id with its first message. */
export type ThreadSource = string | (() => OpenThread)

/** Which conversations are threads, and what they are called. */
export interface ThreadListOptions {
  /** Of all conversations those that are listed. */
  readonly filter?: ConversationFilter | undefined
  /** What a new thread is made with, besides what it says. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Makes the title of a thread; without it a thread is called after its first words. */
  readonly title?: ((messages: readonly unknown[]) => Promise<string>) | undefined
}

/** Where threads are kept: by a server, or by a client that is connected already. */
export type ThreadsOptions = (RemoteOptions | { readonly client: ConnectedGraph }) & ThreadListOptions

/** Threads of assistant-ui, each a conversation. */
export interface Threads {
  /** The client that they are kept by: for forks, diffs and what else a conversation has. */
  readonly client: ConnectedGraph
  /** For `useRemoteThreadListRuntime`. */
  readonly list: RemoteThreadListAdapter
  /** For the `history` of a runtime's adapters: of the thread with an id, or of the one that is open each time. */
  history(thread: ThreadSource): ThreadHistoryAdapter
}
