import type { Instant } from '../../domain/model.ts'
import { noScope, type Erasure, type ErasurePlan, type ErasureState } from '../../domain/erasure/erasure.ts'
import { principalOf, principalValue } from './event.ts'

export interface ErasureRow {
  readonly id: string
  readonly version: number
  readonly at: Instant
  readonly state: ErasureState
  readonly body: string
}

/** Returns the erasure as it lies in a store. */
export function erasureRow({ id, version, at, state, principal, ...rest }: Erasure): ErasureRow {
  return { id, version, at, state, body: JSON.stringify({ ...rest, principal: principalValue(principal) }) }
}

/** What a body holds; earlier ones had less. */
type StoredBody = Omit<Erasure, keyof ErasureRow | 'principal' | 'scope' | 'things' | 'plan'> & {
  readonly principal: Parameters<typeof principalOf>[0]
  readonly scope: Partial<Erasure['scope']>
  readonly things?: Erasure['things']
  readonly plan: Partial<ErasurePlan> | null
}
const noPlan: ErasurePlan = { conversationIds: [], attachmentIds: [], askedAttachmentIds: [], entityIds: [] }

/** Returns the erasure that lies in a row. */
export function erasureOf({ id, version, at, state, body }: ErasureRow): Erasure {
  const { principal, scope, things, plan, ...rest } = JSON.parse(body) as StoredBody
  return {
    ...{ id, version, at, state, ...rest, things: things ?? [], scope: { ...noScope, ...scope } },
    plan: plan && { ...noPlan, ...plan },
    principal: principalOf(principal) as Erasure['principal'],
  }
}
