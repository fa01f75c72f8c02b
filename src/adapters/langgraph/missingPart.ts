import { TurngraphError } from '../../client/turngraphError.ts'

/** A part that a checkpoint names is not there, or is not what it is named by. */
export class MissingPart extends Error {
  readonly kind: string
  readonly key: string
  constructor(kind: string, key: string) {
    super(`The part "${key}" of kind "${kind}" is missing or damaged.`)
    this.kind = kind
    this.key = key
  }
}

/** Returns what was thrown with the checkpoint that it is of. */
export function ofCheckpoint(threadId: string, checkpointId: string, thrown: unknown): unknown {
  if (!(thrown instanceof MissingPart)) return thrown
  const { kind, key } = thrown
  const message = `Checkpoint "${checkpointId}" of thread "${threadId}" cannot be read: the part "${key}" of kind "${kind}" is missing or damaged.`
  return new TurngraphError('CHECKPOINT_DAMAGED', message, { threadId, checkpointId, kind, key }, null, {
    cause: thrown,
  })
}
