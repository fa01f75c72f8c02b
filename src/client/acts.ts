import type { SidechainPolicy } from '../domain/model.ts'
import type { PointRef } from '../app/read/view.ts'

interface Span {
  readonly conversationId: string
  readonly from: PointRef
  readonly to: PointRef
}
/** What may be done to a conversation from the command line: mutations of the API, with their inputs. */
export interface ActInputs {
  readonly compact: Span & { readonly summary: string }
  readonly dropSpan: Span & { readonly sidechains: SidechainPolicy }
  readonly cancelMarker: { readonly conversationId: string; readonly markerId: string }
  readonly materialize: {
    readonly conversationId: string
    readonly newConversationId: string | null
    readonly title: string | null
  }
  readonly checkpoint: {
    readonly conversationId: string
    readonly name: string
    readonly at: PointRef | null
    readonly note: string | null
  }
}
export type ActName = keyof ActInputs

/** What the ledger says of what was done. */
export interface Acted {
  /** In whose ledger it stands. */
  readonly conversationId: string
  readonly kind: string
  readonly details: Readonly<Record<string, unknown>>
}
