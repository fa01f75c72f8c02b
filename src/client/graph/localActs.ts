import { checkpoint } from '../../app/heads/checkpoint.ts'
import { cancelMarker } from '../../app/markers/cancelMarker.ts'
import { compact } from '../../app/markers/compact.ts'
import { dropSpan } from '../../app/markers/dropSpan.ts'
import { materialize } from '../../app/markers/materialize.ts'
import type { Scope } from '../../app/scope.ts'
import type { Event } from '../../domain/model.ts'
import type { Acted, ActInputs, ActName } from '../acts.ts'

type Act<N extends ActName> = (scope: Scope, input: ActInputs[N]) => Promise<{ readonly event: Event | null }>

const acts: { readonly [N in ActName]: Act<N> } = { compact, dropSpan, cancelMarker, materialize, checkpoint }

/** Does something to a conversation of a store that is opened here. */
export async function actHere<N extends ActName>(scope: Scope, name: N, input: ActInputs[N]): Promise<Acted> {
  const { event } = await acts[name](scope, input)
  if (!event) throw new Error(`What ${name} did has no line in the ledger.`)
  return { conversationId: event.conversationId ?? input.conversationId, kind: event.kind, details: event.details }
}
