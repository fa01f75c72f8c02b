import { turnIdOf } from '../../domain/ids.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import type { WriteSource, WrittenNode } from '../../formats/format.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { conversationBackup } from '../backups/conversation/conversationBackup.ts'
import type { OpenSorter } from '../backups/sorter.ts'
import { labelsOf } from '../conversations/labels.ts'
import type { ImportState } from '../../domain/records/importMarks.ts'
import { storedFiles } from '../imports/raw/rawLines.ts'
import { headOf, asTreeNode, walk } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { nothingCarried, fieldsOf } from '../transcripts/entryFields.ts'
import { contextPages } from '../transcripts/transcript.ts'
import type { TranscriptValues } from '../transcripts/transcripts.ts'
import { newestLeafFrom } from '../trees/leaves.ts'
import { correctedLines, type LinesOfTurns } from './correctedLines.ts'
import { importedState, isAsImported } from './importedState.ts'
import { rawPieces } from './originalFile.ts'
import { readPath } from './readPath.ts'
import { contentsIn, shownOnPath, type ShownBlocks } from './shownBlocks.ts'
import { isOf, storedEntries } from './storedEntries.ts'
import { unkept, walkList } from '../read/walkList.ts'

const nothingOther: ShownBlocks = new Map()
const noLines: LinesOfTurns = new Map()

/** What of a conversation is to be written. */
export interface Wanted {
  readonly format: string
  readonly part: string | null
  readonly wholeTree: boolean
  /** Whether corrections of messages are laid over what was stored. */
  readonly values: TranscriptValues
  /** Where much is put in order. */
  readonly openSorter: OpenSorter
}

/** Returns a conversation as a writer of a format sees it. */
export async function writeSource(scope: Scope, conversation: Conversation, wanted: Wanted): Promise<WriteSource> {
  const { format, part, wholeTree, values } = wanted
  const head = await headOf(scope, conversation)
  const state = await importedState(scope, conversation)
  const displayed = wholeTree ? nothingOther : await shownOnPath(scope, conversation, head, values)
  const cut = wholeTree ? nothingOther : await shownOnPath(scope, conversation, head, 'AS_STORED')
  const result = await sourceOf(scope, conversation, state, format)
  const isAll = result?.isAll === true && cut.size === 0
  const corrected = result && values === 'CURRENT' ? await correctedLines(scope, conversation, result.source) : noLines
  const path = { values, shownBlocks: displayed }
  const entries = storedEntries(scope, format)
  return {
    conversation,
    title: (await labelsOf(scope, conversation)).title,
    wholeTree,
    part,
    isUnchanged: isAsImported(conversation, state) && state?.title === conversation.title && displayed.size === 0,
    original: result && { isAll, corrected, pieces: () => rawPieces(scope, conversation.id, result.source) },
    readPath: () => readPath(scope, conversation, head, values),
    path: () => pages(scope, head, path),
    async *inheritedPath() {
      yield* pages(scope, await pointOf(scope, conversation), path)
    },
    recordedSince: () => recordedSince(scope, conversation, result?.source ?? null, values),
    observation: (id) => scope.reads.observation(id),
    entryOf: (node) => entries.of(node),
    lineOf: (node) => entries.lineOf(node),
    files: () => storedFiles(scope, conversation.id),
    async *context(needsBytes) {
      const carried = nothingCarried()
      for await (const page of contextPages(scope, conversation, head, values))
        yield fieldsOf(scope, page, carried, needsBytes)
    },
    ownForm: () => conversationBackup(scope, conversation.id, wanted.openSorter),
    otherLeaves: () => otherLeaves(scope, conversation, head),
  }
}

/** How many leaves of the tree are not the head's. What hangs below the head without going on from it is none. */
async function otherLeaves(scope: Scope, conversation: Conversation, head: TreeNode | null): Promise<number> {
  const { leaves } = conversation.shape
  if (head === null) return leaves
  const leaf = await newestLeafFrom({ conversation, reads: scope.reads }, head)
  return Math.max(0, leaf.place.entries > head.place.entries ? leaves : leaves - 1)
}

/** The source of the conversation's own lines, and whether nothing was stored, and no head moved, but by the importer. */
async function sourceOf(
  scope: Scope,
  conversation: Conversation,
  state: ImportState | null,
  format: string,
): Promise<{ source: string; isAll: boolean } | null> {
  if (state?.source != null && isOf(state.source, format))
    return { source: state.source, isAll: isAsImported(conversation, state) }
  const sources = await scope.store.rawSources(conversation.id)
  const ours = sources.filter(({ source }) => isOf(source, format))
  const longest = ours.reduce<(typeof ours)[number] | null>((a, b) => (a && a.lineCount > b.lineCount ? a : b), null)
  return longest && { source: longest.source, isAll: false }
}

async function pointOf(scope: Scope, { forkedFrom }: Conversation): Promise<TreeNode | null> {
  const id = forkedFrom?.observationId ?? null
  return id === null ? null : asTreeNode(await scope.reads.observation(id))
}

/** How nodes are shown: in which values, and which of them otherwise than those say. */
interface PathShown {
  readonly values: TranscriptValues
  readonly shownBlocks: ShownBlocks
}

async function* pages(
  scope: Scope,
  to: TreeNode | null,
  { values, shownBlocks: displayed }: PathShown,
): AsyncIterable<readonly WrittenNode[]> {
  if (to === null) return
  for await (const nodes of walk(scope.reads, to)) {
    scope.signal?.throwIfAborted()
    const parts = await contentsIn(scope.reads, nodes, values)
    yield nodes.map((node, i) => {
      const blocks = displayed.get(node.id)
      const content = blocks === undefined ? (parts[i] ?? node.blocks) : blocks
      return { node, turnId: turnIdOf(node.messageId), left: content }
    })
  }
}

async function* recordedSince(
  scope: Scope,
  conversation: Conversation,
  source: string | null,
  values: TranscriptValues,
): AsyncIterable<WrittenNode> {
  const ids = (await idsSince(scope, conversation, source)).reverse()
  for (let from = 0; from < ids.length; from += nodesAtOnce) {
    scope.signal?.throwIfAborted()
    const some = ids.slice(from, from + nodesAtOnce)
    const nodes = await Promise.all(some.map(async (id) => asTreeNode(await scope.reads.observation(id)) ?? []))
    const written = nodes.flat()
    const contents = await contentsIn(scope.reads, written, values)
    for (const [k, node] of written.entries()) yield { node, turnId: turnIdOf(node.messageId), left: contents[k] ?? [] }
  }
}

/** Nodes that are read, and lie in memory, at once. */
const nodesAtOnce = 100

/** Newest first. */
async function idsSince(scope: Scope, { id }: Conversation, source: string | null): Promise<string[]> {
  const results: string[] = []
  for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: 500 }))
    for (const node of page)
      if (node.place !== null && (source === null || rawOrigin(node)?.source !== source)) results.push(node.id)
  return results
}
