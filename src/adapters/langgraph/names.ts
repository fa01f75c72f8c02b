/** How the records of a thread are called. */
import { createHmac, createHash } from 'node:crypto'

/** Kinds of what belongs to checkpoints; those of checkpoints themselves are `checkpointKind`. */
export const kinds = {
  /** A value, or the names of a list's chunks. */
  value: 'lg.value.part',
  /** The names of some elements of a list, in order. */
  chunk: 'lg.chunk.part',
  /** One element of a list. */
  item: 'lg.item.part',
  /** What a task wrote for a checkpoint. */
  write: 'lg.write.part',
  /** The place in the tree of a list of messages that begins so. */
  turn: 'lg.turn.part',
  /** What is of the whole thread: its salt, and where it was forked. */
  thread: 'lg.thread.part',
  /** A thread that was forked from this one. */
  fork: 'lg.fork.part',
} as const

/** What the kinds of checkpoints begin with: the root namespace's is this alone. */
export const checkpoints = 'lg.checkpoint'
const longestKind = 512

/** Returns the kind of a namespace's checkpoints. One that is too long is a digest: its checkpoints say the name themselves. */
export function checkpointKind(namespace: string): string {
  if (namespace === '') return checkpoints
  const kind = `${checkpoints}/${escaped(namespace).replaceAll('%7C', '|').replaceAll('%3A', ':')}`
  return kind.length <= longestKind
    ? kind
    : `${checkpoints}/%/${createHash('sha256').update(namespace).digest('base64url')}`
}

/** Returns the namespace that a kind names; null where it is a digest. */
export function namespaceOf(kind: string): string | null {
  if (kind === checkpoints) return ''
  const name = kind.slice(checkpoints.length + 1)
  return name.startsWith('%/') ? null : decodeURIComponent(name)
}

/** Returns what the keys begin with of all that was written for a checkpoint in a namespace. */
export function writesPrefix(checkpointId: string, namespace: string): string {
  return `${idPrefix(checkpointId)}${part(namespace)}/`
}

/** Returns what the keys begin with of all that was written for a checkpoint. */
export const idPrefix = (checkpointId: string): string => `${part(checkpointId)}/`

/** Returns the key of one write. */
export function writeKey(checkpointId: string, namespace: string, taskId: string, index: number): string {
  return `${writesPrefix(checkpointId, namespace)}${part(taskId)}/${index}`
}

/** Returns the task that the key of a write names; one that is not itself there is said by the write. */
export function taskIn(key: string): string {
  return key.split('/')[2] ?? ''
}

/** Returns the name of content in a thread, by a digest that cannot be made without the thread's salt. */
export function nameOf(salt: string, ...content: readonly string[]): string {
  const hmac = createHmac('sha256', Buffer.from(salt, 'base64url'))
  for (const text of content) hmac.update(text).update('\0')
  return hmac.digest().subarray(0, 16).toString('base64url')
}

/** A key has 1,024 bytes at most, in which three parts have room. */
const longestPart = 300
const part = (text: string): string => {
  const plain = escaped(text)
  return plain.length <= longestPart
    ? plain
    : `%/${createHash('sha256').update(text).digest('base64url')}`.replace('/', '')
}

/** As in a URI, and what a URI leaves as it is and a kind does not; half of a surrogate pair is no name of anything. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
