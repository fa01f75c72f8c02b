import { noRecords } from '../../../domain/changes.ts'
import type { Observation } from '../../../domain/model.ts'
import { noRewrites } from '../../../domain/erasure/rewrites.ts'
import { lineDigests } from '../../../domain/records/importMarks.ts'
import { rawOrigin } from '../../../domain/records/importedFields.ts'
import { withoutRepetitions } from '../../erasures/looseLines.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { commitSettled } from '../../write/lanes/commit.ts'
import type { ImportJob } from '../job/importJob.ts'

/** Empties the lines of a file, once all of it is stored, that are no turns and repeat what was not stored again. */
export async function emptyRepeatedLines(scope: Scope, { suppressed }: ImportJob): Promise<void> {
  const groups = new Map<string, Observation[]>()
  for (const { entry, erasureId } of suppressed) groups.set(erasureId, [...(groups.get(erasureId) ?? []), entry])
  for (const [id, entries] of groups) {
    const lanes = new Set(entries.flatMap((one) => rawOrigin(one)?.conversationId ?? []))
    await commitSettled(scope, [...lanes], async (laneStates) => {
      const { chunks: rawChunks } = await withoutRepetitions(scope, { id, plan: null }, entries, [])
      if (rawChunks.length === 0) return { changes: null, after: new Map(), result: null }
      const event = newEvent(scope, 'ERASE', null, { details: { erasureId: id } })
      // Digests of the file's lines tell what stood in them.
      const importMarks = [...new Set(rawChunks.map((one) => lineDigests.nameOf(one.conversationId, one.source)))]
      const conversations = laneStates.flatMap(({ frontier }) => frontier?.conversation ?? [])
      const raised = conversations.map((one) => ({
        expected: one.version,
        value: { ...one, version: one.version + 1 },
      }))
      const changes = { ...changesOfRecords(event, noRecords), conversations: raised, rawChunks }
      return { changes: { ...changes, rewrites: { ...noRewrites, importMarks } }, after: new Map(), result: null }
    })
  }
}
