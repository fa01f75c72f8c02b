import { parseMessageId } from '../../domain/ids.ts'
import type { Conversation, Observation, TreeNode } from '../../domain/model.ts'
import {
  derivedUuid,
  rewrittenLine,
  summaryLine,
  uuidOf,
  writtenLine,
  type Chained,
  type WrittenSession,
} from '../../formats/claudeCode/write.ts'
import type { ListKey, ListRequest } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { storedChunks } from '../imports/rawLines.ts'
import { importStateMark, readImportState } from '../imports/importJob.ts'
import { treeNode, walk, headOf } from '../read/paths.ts'
import { unpacked } from '../imports/compressedLines.ts'
import { leftOnPath, type LeftBlocks } from './deletions.ts'
import { placeOf, storedEntries, type StoredEntries } from './storedEntries.ts'

/**
 * Yields a conversation as Claude Code lines. What nobody has changed since its import comes back byte for byte; else
 * the head's path as a file that resumes (every parent present, one session, without what is deleted), or, as a whole
 * tree, the imported lines followed by everything that was stored since: it holds what left the transcript, deleted
 * turns too.
 */
export async function* exportClaudeCode(
  scope: Scope,
  conversation: Conversation,
  wholeTree: boolean,
): AsyncIterable<Uint8Array> {
  const head = await headOf(scope, conversation)
  const left = wholeTree ? nothingLeftOut : await leftOnPath(scope, conversation, head)
  const { source, isWhole: isUnchanged } = await sourceOf(scope, conversation)
  const isWhole = isUnchanged && left.size === 0
  if (source !== null && (wholeTree || isWhole)) {
    let last: Uint8Array | null = null
    for await (const chunk of storedChunks(scope, conversation.id, source)) yield (last = unpacked(chunk.bytes))
    if (isWhole) return
    if (last !== null && last.at(-1) !== newline) yield Buffer.from('\n')
  }
  const written = { ...writing(scope, conversation), left }
  if (!wholeTree) {
    yield* pathLines(scope, head, written)
    return
  }
  if (source === null) yield* pathLines(scope, await pointOf(scope, conversation), written)
  yield* ownLines(scope, conversation, source, written)
}
const newline = 0x0a
const nothingLeftOut: LeftBlocks = new Map()

/**
 * The source of the conversation's own lines, null when it was never imported, and whether that is all there is:
 * nothing was stored, and no head moved, but by the importer.
 */
async function sourceOf(
  scope: Scope,
  { id, headId, shape }: Conversation,
): Promise<{ source: string | null; isWhole: boolean }> {
  const [mark] = await scope.store.importMarks(scope.tenant, [importStateMark(id)])
  const left = readImportState(mark?.value)
  if (left?.source != null) return { source: left.source, isWhole: left.head === headId && left.nodes === shape.nodes }
  const sources = await scope.store.rawSources(scope.tenant, id)
  const ours = sources.filter(({ source }) => source.startsWith('CLAUDE_CODE:'))
  const longest = ours.reduce<(typeof ours)[number] | null>((a, b) => (a && a.lineCount > b.lineCount ? a : b), null)
  return { source: longest?.source ?? null, isWhole: false }
}

async function pointOf(scope: Scope, { forkedFrom }: Conversation): Promise<TreeNode | null> {
  const id = forkedFrom?.observationId ?? null
  return id === null ? null : treeNode(await scope.reads.observation(id))
}

interface Writing {
  readonly session: WrittenSession
  readonly entries: StoredEntries
  /** Ids given to turns stored here, so that none is given twice. */
  readonly given: Set<string>
  /** What deletions leave of some nodes. */
  readonly left: LeftBlocks
}

function writing(scope: Scope, { id, cwd, sidechainOf }: Conversation): Omit<Writing, 'left'> {
  const [, session, agent] = (sidechainOf === null ? null : /^(.+)\.agent-(.+)$/.exec(id)) ?? []
  const ofAgent = { agentId: agent ?? null, isSidechain: sidechainOf !== null }
  return { session: { id: session ?? id, cwd, ...ofAgent }, entries: storedEntries(scope), given: new Set() }
}

async function* pathLines(scope: Scope, head: TreeNode | null, written: Writing): AsyncIterable<Uint8Array> {
  let parent: string | null = null
  if (head === null) return
  for await (const nodes of walk(scope.reads, head)) {
    const texts: string[] = []
    for (const node of nodes) {
      scope.signal?.throwIfAborted()
      const line = await lineOf(node, parent, written)
      if (line === null) continue
      texts.push(`${line.text}\n`)
      parent = line.uuid
    }
    yield Buffer.from(texts.join(''))
  }
}

/** A node as one line, or two where a compaction has a summary; null for what the format has no form for. */
async function lineOf(
  node: Observation,
  parent: string | null,
  { session, entries, given, left }: Writing,
): Promise<{ text: string; uuid: string } | null> {
  const blocks = left.get(node.id)
  if (blocks === null) return null
  const entry = blocks === undefined ? await entries.of(node) : null
  const turnId = node.messageId === null ? null : (parseMessageId(node.messageId)?.turnId ?? null)
  const chained: Chained = { uuid: idFor(node, turnId, given), parent }
  if (entry) return { text: rewrittenLine(entry, session, chained), uuid: chained.uuid }
  const text = writtenLine(blocks === undefined ? node : { ...node, blocks }, turnId, session, chained)
  const summary = node.marker?.summary ?? null
  if (text === null || node.kind !== 'COMPACTION' || summary === null)
    return text === null ? null : { text, uuid: chained.uuid }
  const after = { uuid: derivedUuid(`summary ${node.id}`), parent: chained.uuid }
  return { text: `${text}\n${summaryLine(summary, session, after, node.observedAt)}`, uuid: after.uuid }
}

function idFor(node: Observation, turnId: string | null, given: Set<string>): string {
  const wanted = uuidOf(node, turnId)
  const id = given.has(wanted) ? derivedUuid(node.id) : wanted
  if (node.externalId === null) given.add(id)
  return id
}

/** Everything recorded here that is not among the lines of `source`, in the order in which it was stored. */
async function* ownLines(
  scope: Scope,
  conversation: Conversation,
  source: string | null,
  written: Writing,
): AsyncIterable<Uint8Array> {
  const ids = await recordedSince(scope, conversation, source)
  const uuids = new Map<string, string | null>()
  for (const id of ids.reverse()) {
    scope.signal?.throwIfAborted()
    const node = treeNode(await scope.reads.observation(id))
    if (!node) continue
    const parent = await parentUuid(scope, node, uuids)
    const line = await lineOf(node, parent, written)
    uuids.set(id, line?.uuid ?? parent)
    if (line) yield Buffer.from(`${line.text}\n`)
  }
}

async function parentUuid(
  scope: Scope,
  { place }: TreeNode,
  uuids: ReadonlyMap<string, string | null>,
): Promise<string | null> {
  if (place.parentId === null) return null
  const known = uuids.get(place.parentId)
  if (known !== undefined) return known
  const parent = await scope.reads.observation(place.parentId)
  return parent && uuidOf(parent, parent.messageId === null ? null : (parseMessageId(parent.messageId)?.turnId ?? null))
}

async function recordedSince(scope: Scope, { id }: Conversation, source: string | null): Promise<string[]> {
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
      if (node.place !== null && (source === null || placeOf(node)?.source !== source)) found.push(node.id)
    const last = page.at(-1)
    after = last && page.length === 500 ? { sort: last.ingestedAt, id: last.id } : null
  } while (after !== null)
  return found
}
