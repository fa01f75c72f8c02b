import { Breaths } from '../../formats/breaths.ts'
import { attachmentIds } from '../../domain/records/attachment.ts'
import { danglingRoots, type Dangling } from '../../domain/records/importMarks.ts'
import type { Conversation, TreeNode } from '../../domain/model.ts'
import { contentHash } from '../../domain/tree/pathHash.ts'
import type { Finding } from '../../formats/findings.ts'
import type { PlannedFork, PlannedHead, PlannedNode, PlannedRun } from '../../formats/plan.ts'
import type { ImportBatch } from './job/batches.ts'
import { recountStored } from '../write/draft/usageDelta.ts'
import { addNode, type Draft } from '../write/draft/draft.ts'
import { forkPoint, isOnPath } from '../read/paths.ts'
import { embedFromFile } from '../write/draft/embedding.ts'
import { embeddingEdges } from '../turns/turnRelationships.ts'
import { keepFiles } from './sources/storedFiles.ts'
import { endOfUnsaid, metOnPath } from './nodes/comesBack.ts'
import { belongsElsewhere } from './nodes/belongsElsewhere.ts'
import { compactionMarker } from './nodes/compactionMarker.ts'
import { emptiedEntry, messageOfEmptied } from './nodes/erasedEntry.ts'
import { copiedNode, existingNode, inheritedRoot, onlyNode, saysRest } from './nodes/existingNode.ts'
import { NodesByEntry } from './nodes/nodesByEntry.ts'
import { entryKey, entryKeyAnywhere, rememberEntry, type EntryName } from './nodes/placedEntries.ts'
import { homeOf } from './nodes/origins.ts'
import { claimFor, endRun } from './links/importedRuns.ts'
import { recordedPlaces, standingNode, type Lookups } from './job/importReads.ts'
import { placeAmongRecorded, recordedEntry, type RecordedEntries } from './nodes/recordedTurns.ts'
import { addCopy } from '../write/draft/addCopy.ts'
import { messageAfter, observationOf } from './nodes/observations.ts'
import { growForkTo, openDraft, type Opening } from './job/openImport.ts'
import { forkAnew, mayBeForkOf } from './nodes/forkLater.ts'
import { isOfContext, progressOf, type LateParent, type Known, type SuppressedEntry } from './job/importJob.ts'
import { branchEnd } from './nodes/branchEnd.ts'
import { isOffPath, pathToCopy } from './nodes/offPath.ts'
import { maySpeak, saysNothing } from './nodes/whereTalkStands.ts'

/** An entry of a file that was erased here: what it says is not stored again. */
export interface ErasedEntry {
  readonly node: PlannedNode
  readonly erasureId: string
}

/** What a batch made of its nodes. */
export interface PlacedNodes {
  /** What its entries are, by `entryKey`. */
  readonly placedByEntry: Map<string, Known>
  /** Of entries that are another conversation's, by `entryKey`: the observation that each is. */
  readonly sharedEntries: Map<string, string>
  /** The nodes that its entries are. */
  readonly nodes: NodesByEntry
  /** What the batch adds to the store, and the line of each. */
  readonly stored: { readonly node: TreeNode; readonly line: number }[]
  /** Nodes added, by conversation. */
  readonly added: Map<string, number>
  /** Nodes in the batch, by the conversation that holds them. */
  readonly seen: Map<string, number>
  readonly last: Map<string, TreeNode>
  readonly headSeen: Set<string>
  /** Conversations in which something new goes on right from where they stood. */
  readonly continued: Set<string>
  /** Where the file says that a conversation stands; null: before its first node. */
  readonly heads: Map<string, TreeNode | null>
  /** Flagged roots whose parent this batch brought. */
  readonly lateParents: LateParent[]
  /** Flagged roots by the parent that is missing. */
  readonly dangling: Map<string, readonly Dangling[]>
  readonly findings: Finding[]
  /** Entries whose observations were erased. */
  readonly erased: ErasedEntry[]
  /** Entries that say what was erased elsewhere. */
  readonly suppressed: SuppressedEntry[]
  /** By their marks' names: entries that a proxy has recorded, and notes that stand behind what it has. */
  readonly recorded: RecordedEntries
  unchanged: number
  /** Of those added, further nodes of an entry, which count as one with it. */
  parts: number
}

/** Roots of one missing parent that are found again when it comes. */
const mostRoots = 1000

/** Puts a batch's nodes into drafts of their conversations; what the store holds already is left as it is. */
export async function placeNodes(
  opening: Opening,
  lookups: Lookups,
  { nodes, heads, runs, forks }: ImportBatch,
): Promise<PlacedNodes> {
  const placed: PlacedNodes = {
    placedByEntry: new Map(),
    sharedEntries: new Map(),
    nodes: new NodesByEntry(),
    stored: [],
    added: new Map(),
    seen: new Map(),
    last: new Map(),
    headSeen: new Set(),
    continued: new Set(),
    heads: new Map(),
    lateParents: [],
    dangling: new Map(),
    findings: [],
    erased: [],
    suppressed: [],
    recorded: new Map(),
    unchanged: 0,
    parts: 0,
  }
  const endOf = ({ last: externalId, conversationId }: PlannedRun) =>
    existingPlace(opening, lookups, placed, { conversationId, externalId })?.node ?? null
  const ends = runs.values()
  let end = ends.next()
  // They come in the order of the nodes.
  const endRuns = async (before: number) => {
    for (; end.done !== true && end.value.after <= before; end = ends.next())
      await endRun(opening, end.value.run, endOf(end.value.run))
  }
  const breaths = new Breaths()
  for (const [at, node] of nodes.entries()) {
    const rest = breaths.step()
    if (rest) await rest
    if (end.done !== true) await endRuns(at)
    await placeNode(opening, lookups, node, placed)
  }
  await endRuns(Infinity)
  for (const head of heads) placeHead(opening, lookups, placed, head)
  for (const fork of forks) await placeFork(opening, lookups, placed, fork)
  return placed
}

async function placeNode(
  opening: Opening,
  lookups: Lookups,
  plannedNode: PlannedNode,
  placed: PlacedNodes,
): Promise<void> {
  const resumed = lookups.resumed(plannedNode)
  if (resumed) {
    if (!plannedNode.isPart) placed.unchanged++
    note(opening, placed, plannedNode, plannedNode, resumed, false)
    return
  }
  const { conversationId } = plannedNode
  const placeOf = plannedNode.isOfWhole === true && plannedNode.missingParent !== null ? ownPlace : existingPlace
  const find = (externalId: string | null) =>
    externalId === null ? null : placeOf(opening, lookups, placed, { conversationId, externalId })
  const parent = find(plannedNode.parent) ?? find(plannedNode.missingParent)
  const copied = plannedNode.origin && { ...plannedNode, conversationId: plannedNode.origin.conversationId }
  const byId =
    (copied && (await heldBy(opening, lookups, placed, copied, parent))) ??
    (await heldBy(opening, lookups, placed, plannedNode, parent)) ??
    hosted(lookups, plannedNode) ??
    (parent &&
      (await inheritedRoot(opening.scope.reads, lookups, plannedNode, parent.node, before(opening, plannedNode))))
  const isRecorded = recordedPlaces(opening.run, plannedNode).length > 0
  const recorded = isRecorded ? await recordedEntry(opening, lookups, placed.recorded, plannedNode, parent) : null
  if (recorded?.turn && byId === null) {
    if (!plannedNode.isPart) placed.unchanged++
    note(opening, placed, plannedNode, plannedNode, recorded.turn, false, false)
    return
  }
  const met = plannedNode.isMade === true ? await metOnPath(opening, plannedNode, parent, byId) : null
  const { node, held } = await homeOf(opening, lookups, plannedNode, parent, met ?? byId)
  if (held === null && isOfContext(opening.run, plannedNode)) return
  const isElsewhere =
    held !== null &&
    ((await belongsElsewhere(opening, lookups, node, held, parent)) || (await isOffPath(opening, node, held)))
  if (held && !isElsewhere) {
    if (!node.isPart) placed.unchanged++
    if (held.erased) noteErased(placed, plannedNode, held.erased.by, 'was erased here')
    note(opening, placed, plannedNode, node, held, false)
    return
  }
  const source =
    parent && parent.node.conversationId !== node.conversationId
      ? parent.node
      : opening.sharesWith.get(node.conversationId)
  if (plannedNode.isBeside && plannedNode.origin !== null) return
  const draft = await openDraft(opening, node.conversationId, { source, sidechainOf: node.sidechainOf, cwd: node.cwd })
  learnFolder(draft, node.cwd)
  if (held === null && source !== null && opening.run.append !== null) await growForkTo(opening, draft, source)
  const isFromElsewhere = held !== null && parent !== null && parent.node.conversationId !== draft.conversation.id
  if (isFromElsewhere && (await mayBeForkOf(opening, draft.conversation.id, parent.node)))
    await forkAnew(opening, draft, parent.node)
  const at =
    (recorded && (await placeAmongRecorded(placed.recorded, draft, node, parent, recorded.behind))) ??
    (await parentFor(opening, placed, draft, node, parent))
  if (at !== null && at.id === opening.laneStates.get(node.conversationId)?.frontier?.conversation.headId)
    placed.continued.add(node.conversationId)
  const erasureId = opening.suppressed.get(plannedNode)
  if (held === null && erasureId !== undefined)
    noteErased(placed, plannedNode, erasureId, 'says what was erased elsewhere')
  const stored = held
    ? await addCopy(opening.scope, draft, at, held)
    : await addNew(opening, lookups, placed, draft, at, recorded ? { ...node, runId: null } : node, find, erasureId)
  placed.added.set(node.conversationId, (placed.added.get(node.conversationId) ?? 0) + 1)
  if (node.isPart) placed.parts++
  // What takes the head's place here was there before, in another form.
  if (isOfHead(opening, node)) placed.headSeen.add(node.conversationId)
  placed.stored.push({ node: stored, line: node.line })
  note(opening, placed, plannedNode, node, stored, true)
}

function isOfHead({ laneStates }: Opening, { conversationId, externalId }: PlannedNode): boolean {
  return laneStates.get(conversationId)?.frontier?.head?.externalId === externalId
}

/** The conversation of an entry as it was before this batch; null where it is new. */
const before = ({ laneStates }: Opening, { conversationId }: PlannedNode): Conversation | null =>
  laneStates.get(conversationId)?.frontier?.conversation ?? null

/** The node of the store that an entry is. */
async function heldBy(
  opening: Opening,
  lookups: Lookups,
  placed: PlacedNodes,
  node: PlannedNode,
  parent: Known | null,
): Promise<TreeNode | null> {
  if (node.exact) return existingNode(node, parent?.node ?? null, placed.nodes, lookups.externals)
  const own = ownPlace(opening, lookups, placed, node)
  if (own !== null) return own.node
  const others = [...placed.nodes.of(node.externalId), ...lookups.externals.of(node.externalId)]
  return copiedNode(opening.scope.reads, node, parent?.node ?? null, others)
}

/** Where the file says that a conversation stands. */
function placeHead(opening: Opening, lookups: Lookups, placed: PlacedNodes, head: PlannedHead): void {
  const { conversationId, externalId } = head
  if (externalId === null) placed.heads.set(conversationId, null)
  const standing =
    externalId === null ? null : existingPlace(opening, lookups, placed, { conversationId, externalId })?.node
  if (!standing || saysNothing(standing)) return
  placed.heads.set(conversationId, standing)
  // A fork that has nothing of its own yet begins where the file says that it stands.
  if (standing.conversationId !== conversationId) opening.sharesWith.set(conversationId, standing)
}

/** Makes the fork that the file names, unless it is there; a fork of an experiment is what experiments are made with. */
async function placeFork(opening: Opening, lookups: Lookups, placed: PlacedNodes, fork: PlannedFork): Promise<void> {
  const { conversationId: id, externalId, raw } = fork
  const point = existingPlace(opening, lookups, placed, { conversationId: raw.conversationId, externalId })?.node
  if (!point || opening.laneStates.get(id)?.frontier || opening.drafts.has(id)) return
  opening.sharesWith.set(id, point)
  await openDraft(opening, id, { source: point, sidechainOf: null, cwd: null, origin: 'EXPERIMENT' })
}

/** Returns what an entry is in its own conversation, or in what that shares with another one. */
function ownPlace(opening: Opening, lookups: Lookups, placed: PlacedNodes, entry: EntryName): Known | null {
  const key = entryKey(entry)
  const known = placed.placedByEntry.get(key) ?? opening.run.placedByEntry.get(key)
  if (known) return known
  const { externalId, conversationId } = entry
  const node =
    lookups.shared(entry) ??
    standingNode(lookups.externals.ofConversation(externalId, conversationId), conversationId) ??
    null
  return node && { node, isNew: false }
}

function placedAnywhere({ run }: Opening, placed: PlacedNodes, externalId: string): Known | undefined {
  const key = entryKeyAnywhere(externalId)
  return placed.placedByEntry.get(key) ?? run.placedByEntry.get(key)
}

/** Returns what an entry is that others name: its own conversation's, else another one's where only one has such an entry. */
function existingPlace(opening: Opening, lookups: Lookups, placed: PlacedNodes, entry: EntryName): Known | null {
  const { externalId, conversationId } = entry
  const own = ownPlace(opening, lookups, placed, entry)
  if (own) return own
  const all = [...placed.nodes.of(externalId), ...lookups.externals.of(externalId)]
  const only = onlyNode(all, conversationId)
  // Of several sessions in one file the last one's is no more meant than another's.
  const known = all.length > 0 && only === null ? null : placedAnywhere(opening, placed, externalId)
  if (known) return known
  const node = lookups.recorded({ conversationId }, externalId)?.turn ?? only
  return node && { node, isNew: false }
}

/** A host's turn of that name with the same content: the file was written by an export of ours. */
function hosted(lookups: Lookups, node: PlannedNode): TreeNode | null {
  const match = lookups.hosted(node)
  if (!match) return null
  const { kind, role, blocks } = node.draft
  const { senderId, senderKind, salt } = match
  const isSame = match.contentHash === contentHash({ kind, role, blocks, senderId, senderKind, marker: null, salt })
  const isLeft = match.erased !== undefined || (match.namesErased !== undefined && saysRest(node.draft, match))
  return isSame || isLeft ? match : null
}

/** The node below which a new one goes; null for a root. */
async function parentFor(
  opening: Opening,
  placed: PlacedNodes,
  draft: Draft,
  node: PlannedNode,
  parent: Known | null,
): Promise<TreeNode | null> {
  if (parent === null) return null
  if (parent.node.conversationId === draft.conversation.id) {
    if (parent.isNew) return parent.node
    return node.exact ? endOfUnsaid(opening, node, parent) : branchEnd(draft, parent.node, node)
  }
  if (await isOnPath(draft.reads, parent.node, await forkPoint(draft))) return endOfUnsaid(opening, node, parent)
  if (node.exact && node.parent !== null) return copiedHere(opening, placed, draft, node, parent.node)
  const of = parent.node.conversationId
  placed.findings.push({
    line: node.line,
    code: 'PARENT_ELSEWHERE',
    message: `The entry's parent belongs to "${of}", not to what this conversation inherits; the entry is kept as a root.`,
  })
  return null
}

/** Stores a node of another conversation, and what of its path is not inherited, as copies: the file has them in this one, too. */
async function copiedHere(
  { scope }: Opening,
  placed: PlacedNodes,
  draft: Draft,
  { line }: PlannedNode,
  node: TreeNode,
): Promise<TreeNode | null> {
  const { id } = draft.conversation
  const { from, path } = await pathToCopy(draft, node)
  let end = from
  for (const original of path) {
    end = await addCopy(scope, draft, end, original)
    placed.added.set(id, (placed.added.get(id) ?? 0) + 1)
    placed.stored.push({ node: end, line })
    if (original.externalId === null) continue
    placed.placedByEntry.set(entryKey({ conversationId: id, externalId: original.externalId }), {
      node: end,
      isNew: true,
    })
    placed.sharedEntries.set(entryKey({ conversationId: id, externalId: original.externalId }), end.id)
    placed.nodes.add(original.externalId, end)
  }
  return end
}

async function addNew(
  opening: Opening,
  lookups: Lookups,
  placed: PlacedNodes,
  draft: Draft,
  parent: TreeNode | null,
  node: PlannedNode,
  find: (id: string) => Known | null,
  erasureId: string | undefined,
): Promise<TreeNode> {
  const { scope, run } = opening
  const marker = node.draft.kind === 'COMPACTION' ? await compactionMarker(draft, parent, node, find) : null
  const missing = node.missingParent ?? node.parent
  const id = draft.conversation.id
  const runId = await claimFor(scope, draft, parent, node)
  const isElsewhere = missing !== null && find(missing) !== null
  const lacking = parent === null && missing !== null ? { parent: missing, isElsewhere } : null
  const entry = observationOf(scope, run, node, id, marker, lacking, runId)
  const isEmptied = erasureId !== undefined
  if (isEmptied) placed.suppressed.push({ entry, erasureId })
  if (!isEmptied && node.draft.files !== undefined) await keepFiles(scope, run, draft, node.draft)
  const stored = await addNode(scope, draft, parent, isEmptied ? emptiedEntry(entry, erasureId) : entry)
  if (isEmptied) draft.conversation = { ...draft.conversation, hasErased: true }
  const known =
    stored.messageId === null
      ? null
      : (draft.changes.messages.get(stored.messageId)?.value ??
        (mayBeStored(opening, id) ? await scope.reads.message(stored.messageId) : null))
  const change = isEmptied
    ? messageOfEmptied(stored, node.turnId, known)
    : await messageAfter(draft, stored, node.turnId, known)
  if (known && change) await recountStored(draft.reads, draft, known, change.value, stored)
  if (change) for (const id of attachmentIds(stored.blocks)) embedFromFile(draft, id, opening.erasedFiles)
  if (change) draft.edges.push(...embeddingEdges(change.value, stored.blocks))
  if (change) draft.changes.putMessage(change)
  const roots = danglingRoots.read(lookups.mark(danglingRoots.nameOf(node.externalId))) ?? []
  for (const root of roots)
    if (root.conversationId === id) placed.lateParents.push({ ...root, parent: node.externalId, exact: node.exact })
  if (parent === null && missing !== null) {
    const others = placed.dangling.get(missing) ?? danglingRoots.read(lookups.mark(danglingRoots.nameOf(missing))) ?? []
    if (others.length < mostRoots) placed.dangling.set(missing, [...others, { conversationId: id, root: stored.id }])
  }
  return stored
}

/** Says whether a conversation was there before this import: a new one has no turns yet but those of its drafts. */
function mayBeStored({ run, made }: Opening, conversationId: string): boolean {
  return !made.has(conversationId) && !progressOf(run, conversationId).isNew
}

function noteErased(placed: PlacedNodes, node: PlannedNode, erasureId: string, what: string): void {
  placed.erased.push({ node, erasureId })
  const message = `The entry ${what} (${erasureId}); what it says is not stored again.`
  placed.findings.push({ line: node.line, code: 'ERASED', message })
}

/** Remembers what an entry of the file is in the store; `home`: the entry as the conversation has it whose entry it is. */
function note(
  { last, sharesWith, laneStates }: Opening,
  placed: PlacedNodes,
  planned: PlannedNode,
  home: PlannedNode,
  node: TreeNode,
  isNew: boolean,
  isOfFile = true,
): void {
  const { conversationId: of } = node
  rememberEntry(placed.placedByEntry, planned, { node, isNew })
  if (home !== planned) rememberEntry(placed.placedByEntry, home, { node, isNew })
  placed.nodes.add(planned.externalId, node)
  const isRepeated = of !== planned.conversationId
  if (isRepeated) {
    placed.sharedEntries.set(entryKey(planned), node.id)
    if (maySpeak(node, sharesWith.get(planned.conversationId))) sharesWith.set(planned.conversationId, node)
  }
  // What a conversation's lines repeat of another one does not say where that stands.
  if ((!isRepeated || isNew) && maySpeak(node, last.get(of))) {
    last.set(of, node)
    placed.last.set(of, node)
  }
  if (isOfFile) placed.seen.set(of, (placed.seen.get(of) ?? 0) + 1)
  if (laneStates.get(of)?.frontier?.conversation.headId === node.id) placed.headSeen.add(of)
}

/** A conversation that was made of lines without any entry, as of a file of which only the header was there, gets its folder with the first one. */
function learnFolder(draft: Draft, cwd: string | null): void {
  const { conversation } = draft
  if (conversation.cwd !== null || cwd === null) return
  if (conversation.origin === 'IMPORT' && conversation.shape.nodes === 0) draft.conversation = { ...conversation, cwd }
}
