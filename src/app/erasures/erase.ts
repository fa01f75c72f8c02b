import {
  noScope,
  type EraseReason,
  type Erasure,
  type EraseScope,
  type EraseTargets,
  type Residue,
} from '../../domain/erasure/erasure.ts'
import { noRecords, type RecordChanges } from '../../domain/changes.ts'
import { mustFind } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { commitRecords, type WriteScope } from '../write/lanes/commit.ts'
import { command } from '../write/command.ts'
import type { Warning } from '../write/warning.ts'
import { newEvent } from '../write/draft/additions.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { addDerived, holdersOf } from './holding.ts'
import { equalElsewhere } from './equalElsewhere.ts'
import { finishErasure } from './finishErasure.ts'
import { firstResidue } from './residue.ts'
import { scopeOf } from './scopeOf.ts'
import { eraseWarnings, nothingLeft } from './warnings.ts'
import { addAsides, checkTargets, isEmpty, selectionOf, type Selection } from './selection.ts'

export interface EraseInput {
  readonly observationIds?: readonly string[] | null
  readonly messageIds?: readonly string[] | null
  readonly conversationIds?: readonly string[] | null
  readonly attachmentIds?: readonly string[] | null
  readonly entityIds?: readonly string[] | null
  readonly reason: EraseReason
  readonly note?: string | null
  /** Summaries of what is erased go along unless this is false. */
  readonly includeDerived?: boolean | null
  readonly idempotencyKey?: string | null
  /** Says what would go, and erases nothing. */
  readonly dryRun?: boolean | null
}

export interface EraseResult {
  /** Null where nothing was erased because it was a dry run. */
  readonly receipt: Erasure | null
  readonly affected: EraseScope
  /** What it leaves; of a dry run as far as that is known. */
  readonly residue: readonly Residue[]
  readonly replayed: boolean
  /** What it does not reach, as far as the store knows. */
  readonly warnings: readonly Warning[]
}
/** What an erasure has done or would do. */
export type Erased = Omit<EraseResult, 'replayed'>

type EraseRecord = { readonly erasureId: string }

/**
 * Erases content wherever it is stored, and returns the receipt. Ids, places, times, usage and hashes stay, so that every
 * path can still be verified. What is erased already is passed over: that is no error.
 */
export async function erase(scope: Scope, input: EraseInput): Promise<EraseResult> {
  const targets: EraseTargets = {
    observationIds: [...new Set(input.observationIds ?? [])],
    messageIds: [...new Set(input.messageIds ?? [])],
    conversationIds: [...new Set(input.conversationIds ?? [])],
    attachmentIds: [...new Set(input.attachmentIds ?? [])],
    entityIds: [...new Set(input.entityIds ?? [])],
  }
  checkTargets(targets)
  if (input.dryRun) {
    const { selection, affected, warnings } = await choose(scope, targets, input)
    return { receipt: null, affected, residue: firstResidue(selection), replayed: false, warnings }
  }
  return command(scope, input, {
    operation: 'erase',
    decide: async (commandScope) => {
      const result = await performClaimed(commandScope, targets, input, null)
      if (result === null) throw new Error('An erasure without a claim was not begun.')
      return result
    },
    load: async ({ erasureId }: EraseRecord) => {
      const begun = mustFind((await scope.store.erasures([erasureId]))[0], 'Erasure', erasureId)
      const receipt = await finishErasure(scope, begun)
      return { receipt, affected: begun.scope, residue: receipt.residue, warnings: [] }
    },
  })
}

/** A guard that an erasure raises when it begins; it does not begin where the guard has another value by then. */
export type Claim = RecordChanges['guards'][number]

/** Erases observations, however many they are, and returns the receipt; null where another erasure with this claim came first. */
export function eraseAll(
  scope: Scope,
  observationIds: readonly string[],
  { reason, claim }: { readonly reason: EraseReason; readonly claim: Claim },
): Promise<Erased | null> {
  const targets = { observationIds, messageIds: [], conversationIds: [], attachmentIds: [], entityIds: [] }
  return performClaimed(scope, targets, { reason }, claim)
}

async function choose(scope: Scope, targets: EraseTargets, { includeDerived }: EraseInput) {
  const selection = await selectionOf(scope, targets)
  // A summary may sum up another one, and what goes along with it may be summed up in turn.
  let holders = await holdersOf(scope, selection)
  for (let known = -1; includeDerived !== false && known !== selection.chosen.size;) {
    known = selection.chosen.size
    await addDerived(scope, selection, holders)
    if (known === selection.chosen.size) break
    await addAsides(scope, selection)
    holders = await holdersOf(scope, selection)
  }
  if (isEmpty(selection)) return { selection, affected: noScope, warnings: [nothingLeft] }
  const equal = await equalElsewhere(scope, selection)
  const affected = {
    ...(await scopeOf(scope, selection, holders)),
    equalElsewhere: equal.count,
  }
  return { selection, affected, warnings: await eraseWarnings(scope, selection, equal) }
}

async function performClaimed(
  scope: WriteScope<EraseRecord>,
  targets: EraseTargets,
  input: EraseInput,
  claim: Claim | null,
): Promise<Erased | null> {
  const { selection, affected, warnings } = await choose(scope, targets, input)
  const begun = begin(scope, selection, affected, input)
  // Before anything goes: a crash from now on leaves it to be seen, and to be finished.
  const { result: isBegun } = await commitRecords(scope, async () => {
    if (claim !== null && !(await isFree(scope, claim))) return { changes: null, result: false }
    const event = newEvent(scope, 'ERASE', null, {
      details: { erasureId: begun.id, observations: affected.observations },
    })
    const records = {
      ...noRecords,
      erasures: [{ expected: null, value: begun }],
      guards: claim === null ? [] : [claim],
    }
    return { changes: changesOfRecords(event, records), result: true, record: { erasureId: begun.id } }
  })
  if (!isBegun) return null
  const receipt = await finishErasure({ ...scope, signal: undefined }, begun)
  return { receipt, affected, residue: receipt.residue, warnings }
}

async function isFree(scope: Scope, { name, expected }: Claim): Promise<boolean> {
  const [value] = await scope.store.guards([name])
  return (value ?? 0) === expected
}

function begin(scope: Scope, selection: Selection, affected: EraseScope, input: EraseInput): Erasure {
  return {
    id: scope.fresh.id(),
    version: 1,
    at: scope.fresh.now(),
    state: 'ERASING',
    principal: scope.principal,
    reason: input.reason,
    note: input.note ?? null,
    scope: affected,
    observationIds: [...selection.chosen.keys()],
    things: [],
    digest: null,
    residue: firstResidue(selection),
    signature: null,
    purge: null,
    plan: {
      conversationIds: selection.conversationIds,
      attachmentIds: [...selection.attachmentIds],
      askedAttachmentIds: selection.askedAttachmentIds,
      entityIds: selection.entityIds,
    },
  }
}
