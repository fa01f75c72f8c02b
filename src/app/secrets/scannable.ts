import type { EntityId } from '../../domain/records/entity.ts'
import type { Hash, Observation } from '../../domain/model.ts'
import type { ContentPlace } from '../../domain/secrets/contentParts.ts'

/** What is not scanned. */
export const notScannedKinds = [
  ...(['BINARY_ATTACHMENTS', 'LONG_ATTACHMENTS', 'BINARY_RECORDS', 'LOOSE_LINES', 'RELATIONSHIPS'] as const),
] as const
export type NotScanned = (typeof notScannedKinds)[number]

/** What holds a text: what an erasure of it is of. */
export interface Holder {
  readonly observation: Observation | null
  readonly conversationId: string | null
  readonly attachmentId: Hash | null
  readonly entityId: EntityId | null
  readonly record: { readonly kind: string; readonly key: string } | null
}

/** No holder yet. */
export const noHolder: Holder = {
  observation: null,
  conversationId: null,
  attachmentId: null,
  entityId: null,
  record: null,
}

/** A text in which secrets are looked for, and where it stands. */
export interface ScannedText extends Holder {
  readonly place: ContentPlace
  /** The number of its block, from 0; null outside the blocks. */
  readonly block: number | null
  readonly text: string
}

/** One thing that is scanned: its texts are found or left together. */
export interface Scannable {
  /** Names it among those of its page. */
  readonly id: string
  readonly texts: readonly ScannedText[]
}
