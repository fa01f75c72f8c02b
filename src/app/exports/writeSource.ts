import { turnIdOf } from '../../domain/ids.ts'
import type { Conversation, Observation, TreeNode } from '../../domain/model.ts'
import type { Original, WriteSource, WrittenNode } from '../../formats/format.ts'
import type { ListKey, ListRequest } from '../../storage/graphStore.ts'
import { rawOrigin } from '../../domain/importedFields.ts'
import { importStateMark, readImportState } from '../imports/importJob.ts'
import { headOf, treeNode, walk } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { leftOnPath } from './deletions.ts'
import { rawPieces } from './originalFile.ts'
import { readPath } from './readPath.ts'
import { isOf, storedEntries } from './storedEntries.ts'

/** Returns a conversation as a writer of a format sees it. */
export async function writeSource(
  scope: Scope,
  conversation: Conversation,
  format: string,
  wholeTree: boolean,
): Promise<WriteSource> {
  const head = await headOf(scope, conversation)
  const isWhole = wholeTree || (await leftOnPath(scope, conversation, head)).size === 0
  const found = await sourceOf(scope, conversation, format)
  const entries = storedEntries(scope, format)
  return {
    conversation,
    wholeTree,
    original: found && originalOf(scope, conversation.id, found.source, found.isAll && isWhole),
    readPath: () => readPath(scope, conversation, head),
    async *inheritedPath() {
      yield* pages(scope, await pointOf(scope, conversation))
    },
    recordedSince: () => recordedSince(scope, conversation, found?.source ?? null),
    observation: (id) => scope.reads.observation(id),
    entryOf: (node) => entries.of(node),
  }
}

/** The source of the conversation's own lines, and whether nothing was stored, and no head moved, but by the importer. */
async function sourceOf(
  scope: Scope,
  { id, headId, shape }: Conversation,
  format: string,
): Promise<{ source: string; isAll: boolean } | null> {
  const [mark] = await scope.store.importMarks(scope.tenant, [importStateMark(id)])
  const left = readImportState(mark?.value)
  if (left?.source != null && isOf(left.source, format))
    return { source: left.source, isAll: left.head === headId && left.nodes === shape.nodes }
  const sources = await scope.store.rawSources(scope.tenant, id)
  const ours = sources.filter(({ source }) => isOf(source, format))
  const longest = ours.reduce<(typeof ours)[number] | null>((a, b) => (a && a.lineCount > b.lineCount ? a : b), null)
  return longest && { source: longest.source, isAll: false }
}

function originalOf(scope: Scope, id: string, source: string, isAll: boolean): Original {
  return {
    isAll,
    pieces: () => rawPieces(scope, id, source),
  }
}

async function pointOf(scope: Scope, { forkedFrom }: Conversation): Promise<TreeNode | null> {
  const id = forkedFrom?.observationId ?? null
  return id === null ? null : treeNode(await scope.reads.observation(id))
}

async function* pages(scope: Scope, to: TreeNode | null): AsyncIterable<readonly WrittenNode[]> {
  if (to === null) return
  for await (const nodes of walk(scope.reads, to)) {
    scope.signal?.throwIfAborted()
    yield nodes.map((node) => ({ node, turnId: turnIdOf(node.messageId), left: node.blocks }))
  }
}

async function* recordedSince(
  scope: Scope,
  conversation: Conversation,
  source: string | null,
): AsyncIterable<WrittenNode> {
  const ids = await idsSince(scope, conversation, source)
  for (const id of ids.reverse()) {
    scope.signal?.throwIfAborted()
    const node = treeNode(await scope.reads.observation(id))
    if (node) yield { node, turnId: turnIdOf(node.messageId), left: node.blocks }
  }
}

/** Newest first. */
async function idsSince(scope: Scope, { id }: Conversation, source: string | null): Promise<string[]> {
  const found: string[] = []
  let after: ListKey | null = null
  do {
    const request: ListRequest<'observationsOfConversation'> = {
      list: 'observationsOfConversation',
      owner: id,
      after,
      limit: 500,
    }
    const page: Observation[] = (await scope.store.lists(scope.tenant, [request]))[0] ?? []
    for (const node of page)
      if (node.place !== null && (source === null || rawOrigin(node)?.source !== source)) found.push(node.id)
    const last = page.at(-1)
    after = last && page.length === 500 ? { sort: last.ingestedAt, id: last.id } : null
  } while (after !== null)
  return found
}
