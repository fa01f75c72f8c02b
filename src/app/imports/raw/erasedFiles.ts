import { blocksWithoutNames, type AttachmentTraces } from '../../../domain/erasure/attachmentTraces.ts'
import type { Hash, RawChunk } from '../../../domain/model.ts'
import { attachmentIds } from '../../../domain/records/attachment.ts'
import { lineDigests } from '../../../domain/records/importMarks.ts'
import type { Finding } from '../../../formats/findings.ts'
import type { DraftFile, PlannedNode } from '../../../formats/plan.ts'
import { cutChunk } from '../../erasures/things/cutLines.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'
import type { ImportBatch } from '../job/batches.ts'
import type { ImportJob } from '../job/importJob.ts'

/** What of a batch comes in, and what is said of it. */
interface Cut {
  readonly batch: ImportBatch
  readonly findings: readonly Finding[]
  /** Attachments that its entries embed and that are erased: entries are stored without them all the same. */
  readonly erased: ReadonlySet<Hash>
}

/** Returns a batch without the names and the bytes of attachments that were erased here: a file does not bring them back. */
export async function withoutErasedFiles(scope: Scope, run: ImportJob, batch: ImportBatch): Promise<Cut> {
  const embedded = ({ draft }: PlannedNode) => [
    ...(draft.files ?? []).map((file) => file.attachmentId),
    ...attachmentIds(draft.blocks),
  ]
  const ids = [...new Set(batch.nodes.flatMap(embedded))]
  // Even to ask for none would wait until the batch before is stored.
  if (ids.length === 0) return { batch, findings: [], erased: new Set() }
  const attachments = await splitBatch(ids, (some) => scope.store.attachments(some))
  const erased = new Set(attachments.flatMap((one) => (one?.erased ? [one.id] : [])))
  if (erased.size === 0) return { batch, findings: [], erased }
  const nodes = batch.nodes.map((node) => withoutNames(node, erased))
  const cut = batch.nodes.filter((node, i) => node !== nodes[i])
  let chunks = batch.chunks
  for (const node of cut) chunks = await withoutFiles(run, chunks, node, erased)
  const message = 'The entry attaches a file that was erased here; its bytes and its name are not stored again.'
  return {
    batch: { ...batch, nodes, chunks },
    findings: cut.map(({ line }) => ({ line, code: 'ERASED', message })),
    erased,
  }
}

const erasedFiles = ({ draft }: PlannedNode, erased: ReadonlySet<Hash>): DraftFile[] =>
  (draft.files ?? []).filter(({ attachmentId }) => erased.has(attachmentId))

function withoutNames(node: PlannedNode, erased: ReadonlySet<Hash>): PlannedNode {
  if (erasedFiles(node, erased).length === 0) return node
  return { ...node, draft: { ...node.draft, blocks: blocksWithoutNames(node.draft.blocks, erased) } }
}

async function withoutFiles(
  run: ImportJob,
  chunks: readonly RawChunk[],
  node: PlannedNode,
  erased: ReadonlySet<Hash>,
): Promise<readonly RawChunk[]> {
  const { conversationId, line } = node.raw
  const known = run.sources.get(conversationId)
  if (known) run.erasedSources.add(lineDigests.nameOf(conversationId, known.source))
  const isOf = (chunk: RawChunk) =>
    chunk.conversationId === conversationId && chunk.firstLine <= line && line < chunk.firstLine + chunk.lineCount
  const traces = tracesOf(erasedFiles(node, erased))
  const nothing = { names: [], contents: [] }
  const tracesAt = (at: number) => (at === line ? traces : nothing)
  const done = await Promise.all(chunks.map(async (chunk) => (isOf(chunk) ? cutChunk(chunk, tracesAt, mark) : null)))
  return chunks.map((chunk, i) => done[i] ?? chunk)
}

/** What stands in a cut line in the place of an erasure's id: it came after that. */
const mark = 'imported'

function tracesOf(files: readonly DraftFile[]): AttachmentTraces {
  return {
    names: files.flatMap(({ fileName }) => fileName ?? []),
    contents: files.flatMap(({ holds }) => ('base64' in holds ? [holds.base64] : 'text' in holds ? [holds.text] : [])),
  }
}
