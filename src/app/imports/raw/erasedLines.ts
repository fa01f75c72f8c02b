import type { Mark, RawChunk } from '../../../domain/model.ts'
import { lineDigests } from '../../../domain/records/importMarks.ts'
import { emptiedChunks, type RawLineUse } from '../../erasures/rawLines.ts'
import type { Scope } from '../../scope.ts'
import type { ImportJob } from '../job/importJob.ts'
import type { ErasedEntry } from '../placing.ts'

/** Returns the chunks of a batch, and those before it that changed, without what entries say that were erased here. */
export async function withoutErased(
  scope: Scope,
  run: ImportJob,
  chunks: readonly RawChunk[],
  erased: readonly ErasedEntry[],
): Promise<readonly RawChunk[]> {
  let all = chunks
  for (const { node, erasureId } of erased) {
    const { conversationId, line } = node.raw
    const known = run.sources.get(conversationId)
    if (!known) continue
    run.erasedSources.add(lineDigests.nameOf(conversationId, known.source))
    // What the store held before is empty already.
    if (line <= known.held) continue
    const { blocks, fields } = node.draft
    const content: RawLineUse = { conversationId, source: known.source, line, content: { blocks, fields } }
    const emptied = await emptiedChunks(scope, [content], erasureId, all)
    all = [...all.filter((chunk) => !emptied.some((one) => isSame(one, chunk))), ...emptied]
  }
  return all
}

const isSame = (a: RawChunk, b: RawChunk): boolean =>
  a.conversationId === b.conversationId && a.source === b.source && a.firstLine === b.firstLine

/** Digests of a file's lines tell what stood in one that was erased: of such a file none are left. */
export function marksWithoutErased({ erasedSources }: ImportJob, marks: readonly Mark[]): Mark[] {
  return marks.filter(({ name }) => !erasedSources.has(name))
}
