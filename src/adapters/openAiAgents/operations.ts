import { createHmac, randomBytes } from 'node:crypto'
import type { Conversation, StateRecordInput } from '../../client/client.ts'
import { membersOf } from '../turns/json.ts'

const kind = 'oai.operation'

/** An operation that was done, or, of one that empties the path, begun. */
export interface Operation {
  readonly salt: string
  /** A keyed hash of its transaction, which reveals nothing of its content. */
  readonly hash: string
  /** The head that it is to take away; null once that is done. */
  readonly emptying: string | null
}

/** Returns what is known of an operation; null where it never was. */
export async function operationOf(conversation: Conversation, operationId: string): Promise<Operation | null> {
  const record = await conversation.records.get(kind, operationId)
  const { salt, hash, emptying } = membersOf(record?.value) ?? {}
  if (typeof salt !== 'string' || typeof hash !== 'string') return null
  return { salt, hash, emptying: typeof emptying === 'string' ? emptying : null }
}

/** Says whether an operation was of this transaction. */
export function isOf({ salt, hash }: Operation, transaction: unknown): boolean {
  return hashOf(salt, transaction) === hash
}

/** Returns an operation on this transaction. */
export function newOperation(transaction: unknown, emptying: string | null = null): Operation {
  const salt = randomBytes(16).toString('base64url')
  return { salt, hash: hashOf(salt, transaction), emptying }
}

/** Returns the record of an operation; one that is there already refuses the write. */
export function recordOf(operationId: string, value: Operation): StateRecordInput {
  return { kind, key: operationId, value, ifExists: 'REFUSE' }
}

/** Remembers that the path was emptied. */
export async function markDone(conversation: Conversation, operationId: string, operation: Operation): Promise<void> {
  await conversation.records.put({ kind, key: operationId, value: { ...operation, emptying: null } })
}

export async function forgetOperations(conversation: Conversation): Promise<void> {
  await conversation.records.delete({ kind })
}

function hashOf(salt: string, transaction: unknown): string {
  return createHmac('sha256', salt).update(canonical(transaction)).digest('base64url')
}

/** Returns a value as JSON with its members in order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const members = membersOf(value)
  if (members === null) return JSON.stringify(value)
  const inOrder = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${inOrder.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`
}
