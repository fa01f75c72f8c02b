import type { Acted, ActInputs, ActName } from '../acts.ts'
import { CommandFailed } from '../failures.ts'
import type { Query } from './remoteQueries.ts'

/** The types of the mutations' inputs. */
const inputTypes: Readonly<Record<ActName, string>> = {
  compact: 'CompactInput',
  dropSpan: 'DropSpanInput',
  cancelMarker: 'CancelMarkerInput',
  materialize: 'MaterializeInput',
  checkpoint: 'CheckpointInput',
}

interface Answer {
  readonly done: {
    readonly event: (Pick<Acted, 'kind' | 'details'> & { readonly conversation: { readonly id: string } }) | null
    readonly userErrors: readonly { readonly code: string; readonly message: string; readonly details: unknown }[]
  }
}

/** Does something to a conversation of a running server. */
export async function actThere<N extends ActName>(query: Query, name: N, input: ActInputs[N]): Promise<Acted> {
  const { done } = await query<Answer>(
    `mutation ($input: ${inputTypes[name]}!) {
      done: ${name}(input: $input) { event { kind details conversation { id } } userErrors { code message details } }
    }`,
    { input },
  )
  const [error] = done.userErrors
  if (error) throw new CommandFailed(error.code, error.message, error.details)
  if (!done.event) throw new Error(`What ${name} did has no line in the ledger.`)
  const { kind, details, conversation } = done.event
  return { conversationId: conversation.id, kind, details }
}
