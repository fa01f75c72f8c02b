/* oxlint-disable typescript/ban-ts-comment, typescript/consistent-type-imports -- the package is its users' own */

/**
 * What a thread's history is to assistant-ui. Where its package is not there, it has no type.
 * @ts-ignore */
export type ThreadHistoryAdapter = import('@assistant-ui/core').ThreadHistoryAdapter

/**
 * What the list of threads is to assistant-ui.
 * @ts-ignore */
export type RemoteThreadListAdapter = import('@assistant-ui/core').RemoteThreadListAdapter

/**
 * A message of a thread.
 * @ts-ignore */
export type ThreadMessage = import('@assistant-ui/core').ThreadMessage
