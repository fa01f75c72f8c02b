import { mergeConversations } from '../../app/merges/mergeConversations.ts'
import { repair } from '../../app/repairs/repair.ts'
import type { OpenParts } from '../../compose.ts'
import type { Mended, Merged, MergeAsked, RepairAsked } from '../merges.ts'

/** Merges branches of a store that is opened here, by the gates that the environment configures. */
export async function mergeHere(parts: OpenParts, asked: MergeAsked): Promise<Merged> {
  const { join, verdict, refuted } = await mergeConversations(parts.scope(), await parts.openGates(), asked)
  return { joinId: join?.id ?? null, verdict, refuted }
}

/** Mends a path of a store that is opened here, or tells what there is to mend. */
export async function repairHere(parts: OpenParts, asked: RepairAsked): Promise<Mended> {
  const { report, event } = await repair(parts.scope(), asked)
  const { damage, repairable, findings } = report
  return { damage, repairable, findings, faults: event === null ? null : Number(event.details['faults']) }
}
