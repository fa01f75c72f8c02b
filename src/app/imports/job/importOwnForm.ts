import { createFindings } from '../../../formats/findings.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { memoryScratch, type Scratch } from '../../../formats/scratch.ts'
import { restoreConversation, type RestoredConversation } from '../../backups/conversation/restoreConversation.ts'
import type { Scope } from '../../scope.ts'
import type { ImportReport, ImportResult } from './importReport.ts'

export interface ImportOwnForm {
  readonly format: string
  /** The one that the file must be of; null: any. */
  readonly conversationId: string | null
  readonly openScratch?: (() => Scratch) | undefined
  /** The most bytes of a file that is imported: raw lines may unpack to no more. */
  readonly mostBytes: number | undefined
}

/** Imports a conversation in turngraph's own form: what is not there yet is stored as it is, under its own ids. */
export async function importOwnForm(
  scope: Scope,
  source: ImportSource,
  { format, conversationId, openScratch = memoryScratch, mostBytes }: ImportOwnForm,
): Promise<ImportResult> {
  const open = () => source.open()
  const restored = await restoreConversation(scope, { open, openScratch, conversationId, mostRaw: mostBytes })
  const conversations = await scope.store.conversations(restored.conversationIds)
  const conversationIds = conversations.flatMap((conversation) => conversation?.id ?? [])
  return { report: reportOf(source.name, format, restored), conversationIds, awaits: new Map() }
}

function reportOf(fileName: string | null, format: string, restored: RestoredConversation): ImportReport {
  const {
    lines: entries,
    nodes,
    shape,
    unansweredToolCalls,
    orphanToolResults,
    added,
    missing,
    erased,
    unsaid,
  } = restored
  const findings = createFindings()
  for (const line of erased)
    findings.add(line, 'ERASED', 'What the line says was erased here, and is not stored again.')
  for (const id of missing)
    findings.add(null, 'ATTACHMENT_BYTES_MISSING', `The bytes of attachment "${id}" are neither in the file nor here.`)
  for (const { conversationId, source, rawLine } of unsaid)
    findings.add(
      null,
      'RAW_LINES_SAY_MORE',
      `Raw line ${rawLine} of "${conversationId}" (${source}) says what no turn says; ORIGINAL has it.`,
    )
  return {
    ...{ fileName, format, entries, nodes, ...shape, unansweredToolCalls, orphanToolResults },
    ...{ emptyTurns: 0, unreadBlocks: 0 },
    ...{ skipped: 0, danglingParents: 0, repaired: 0, added, unchanged: nodes - added, findings: findings.list() },
  }
}
