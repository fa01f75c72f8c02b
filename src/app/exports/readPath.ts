import { hiddenBeginning, missingResult, type ContextPiece } from '../../domain/context/contextView.ts'
import { turnIdOf } from '../../domain/ids.ts'
import type { Block, Conversation, Role, Span, TreeNode } from '../../domain/model.ts'
import type { WrittenNode } from '../../formats/format.ts'
import { bendsOf, type Bends, type KnownBend } from '../read/bends.ts'
import { nodeAt, nodesOf, asTreeNode, walk } from '../read/paths.ts'
import type { Reads } from '../read/reads.ts'
import type { Scope } from '../scope.ts'
import { current } from '../transcripts/entries.ts'
import { renderPath } from '../transcripts/renderedPath.ts'
import type { TranscriptValues } from '../transcripts/transcripts.ts'
import { contentsIn, shownOnPath } from './shownBlocks.ts'

type Pages = AsyncIterable<readonly WrittenNode[]>

/**
 * Yields a path as a model reads it from a file in which a boundary hides all talk before it: everything up to the last
 * such boundary as it stands, and behind it what CONTEXT shows, with the notes that stand between its turns (design §6).
 */
export async function* readPath(
  scope: Scope,
  conversation: Conversation,
  head: TreeNode | null,
  values: TranscriptValues,
): Pages {
  if (head === null) return
  const bends = await bendsOf(scope.reads, head.place.bendId)
  const boundary = lastBoundary(bends)
  if (boundary) yield* upTo(scope, conversation, bends, boundary, values)
  const { list } = await renderPath(scope, conversation, head, 'CONTEXT', { ...current, values })
  const above = boundary ?? { depth: -1, entries: 0 }
  const path: Path = { reads: scope.reads, head, above, values, written: new Set() }
  for await (const run of runsOf(path, list.pieces)) {
    scope.signal?.throwIfAborted()
    if (run.kind === 'nodes') yield* stretchOf(path, run)
    else yield* madeOf(path, run)
  }
}

/** A compaction that hides all talk before it, and that none stands around. */
function lastBoundary({ all, holds }: Bends): KnownBend | null {
  const outermost = (bend: KnownBend) => {
    const at = holds.findIndex(({ id }) => id === bend.id)
    const { span } = holds[at] ?? {}
    return (
      span !== undefined &&
      !holds.some((one, i) => i !== at && isAround(one.span, span) && (i > at || !isAround(span, one.span)))
    )
  }
  return all.findLast((bend) => isBoundary(bend) && outermost(bend)) ?? null
}
const isAround = (outer: Span, span: Span) => outer.from <= span.from && outer.to >= span.to

function isBoundary({ hiding, edges, entries }: KnownBend): boolean {
  if (hiding === null || hiding.sidechains !== null) return false
  const above = edges.find(({ depth }) => depth === hiding.span.from - 1)
  const last = edges.find(({ depth }) => depth === hiding.span.to)
  return (above?.turns ?? 0) === 0 && (last?.entries ?? 0) === entries
}

/** Of markers only boundaries that hold can be written. */
async function* upTo(
  scope: Scope,
  conversation: Conversation,
  { all, holds }: Bends,
  boundary: KnownBend,
  values: TranscriptValues,
): Pages {
  const end = asTreeNode(await scope.reads.observation(boundary.id)) as TreeNode
  const holding = new Set(holds.map(({ id }) => id))
  const unwritable = new Set(all.filter((bend) => !(holding.has(bend.id) && isBoundary(bend))).map(({ id }) => id))
  const displayed = await shownOnPath(scope, conversation, end, values)
  for await (const nodes of walk(scope.reads, end)) {
    scope.signal?.throwIfAborted()
    yield nodes.map((node) => {
      const blocks = displayed.get(node.id)
      const isLeft = node.marker !== null && unwritable.has(node.id)
      return asIs(node, isLeft ? null : blocks === undefined ? node.blocks : blocks)
    })
  }
}

/** The path behind the boundary, whose depth and entries are known. */
interface Path {
  readonly values: TranscriptValues
  readonly reads: Reads
  readonly head: TreeNode
  readonly above: { readonly depth: number; readonly entries: number }
  /** Ids of what was made, and of nodes of which a part is written. */
  readonly written: Set<string>
}
type Entry = Extract<ContextPiece, { kind: 'entry' }> & { readonly node: TreeNode }
type Made = Exclude<ContextPiece, { kind: 'nodes' | 'entry' }> & { readonly node: TreeNode }
type NodeSpan = Extract<ContextPiece, { kind: 'nodes' }>
type PathPart = NodeSpan | Entry | Made

const chunk = 500

/** The pieces behind the boundary, those joined that stand there as they were stored. */
async function* runsOf(path: Path, pieces: readonly ContextPiece[]): AsyncGenerator<PathPart> {
  let last: PathPart | null = null
  for await (const run of singleRuns(path, pieces)) {
    const joined: NodeSpan | null = last && joinedTo(last, run)
    if (last && !joined) yield last
    last = joined ?? run
  }
  if (last) yield last
}

function joinedTo(before: PathPart, run: PathPart): NodeSpan | null {
  const doTouch = before.kind === 'nodes' && run.kind === 'nodes' && before.to + 1 === run.from
  return doTouch ? { kind: 'nodes', from: before.from, to: run.to } : null
}

async function* singleRuns({ reads, head, above }: Path, pieces: readonly ContextPiece[]): AsyncGenerator<PathPart> {
  for (let at = 0; at < pieces.length; at += chunk) {
    const some = pieces.slice(at, at + chunk)
    const nodes = await Promise.all(
      some.map(async (piece) => (piece.kind === 'nodes' ? null : reads.observation(piece.id))),
    )
    yield* some.flatMap((piece, i) => runOf(piece, asTreeNode(nodes[i] ?? null), above, head) ?? [])
  }
}

/** Null: it stands before the boundary. */
function runOf(piece: ContextPiece, node: TreeNode | null, above: Path['above'], head: TreeNode): PathPart | null {
  if (piece.kind === 'nodes') {
    const [from, to] = [Math.max(piece.from, above.entries + 1), Math.min(piece.to, head.place.entries)]
    return from > to ? null : { kind: 'nodes', from, to }
  }
  const depth = piece.kind === 'summary' ? node?.marker?.span?.from : node?.place.depth
  if (node === null || depth === undefined || depth <= above.depth) return null
  if (piece.kind !== 'entry') return { ...piece, node }
  const { entry } = node.place
  const isWhole = piece.part === null && piece.role === node.role && entry !== null
  return isWhole ? { kind: 'nodes', from: entry, to: entry } : { ...piece, node }
}

/** Entries as they stand there, each with the notes behind it. */
async function* stretchOf(path: Path, { from, to }: Span): Pages {
  const { reads, head, above } = path
  const begin = from === above.entries + 1 ? above.depth + 1 : ((await depthOf(path, from)) ?? head.place.depth)
  const end = ((await depthOf(path, to + 1)) ?? head.place.depth + 1) - 1
  for await (const nodes of walk(reads, head, begin, chunk, end)) {
    const written = nodes.filter(({ kind }) => kind === 'TURN' || kind === 'NOTE')
    const parts = await contentsIn(reads, written, path.values)
    yield written.map((node, i) => asIs(node, node.erased ? null : (parts[i] ?? node.blocks)))
  }
}

async function depthOf({ reads, head }: Path, entry: number): Promise<number | null> {
  return (await nodeAt(reads, head, 'entry', entry))?.place.depth ?? null
}

/** What CONTEXT makes of a turn, with the notes behind it, or what it says where no turn stands. */
async function* madeOf(path: Path, run: Entry | Made): Pages {
  if (run.kind !== 'entry') {
    yield [entryBy(path, run)]
    return
  }
  const { node, part, role } = run
  const [parts = node.blocks] = await contentsIn(path.reads, [node], path.values)
  const blocks = part === null ? parts : part.flatMap((i) => parts[i] ?? [])
  if (path.written.has(node.id)) {
    yield [made(path, node, 'part', role ?? 'USER', blocks)]
    return
  }
  path.written.add(node.id)
  yield [{ ...asIs({ ...node, role }, blocks) }]
  const end = (await depthOf(path, (node.place.entry ?? 0) + 1)) ?? path.head.place.depth + 1
  const behind = await nodesOf(path.reads, path.head, 'depth', node.place.depth + 1, end - 1)
  yield behind.filter(({ kind }) => kind === 'NOTE').map((note) => asIs(note, note.erased ? null : note.blocks))
}

function entryBy(path: Path, run: Made): WrittenNode {
  const { node, kind } = run
  if (kind === 'summary') return made(path, node, kind, 'USER', [{ type: 'text', text: node.marker?.summary ?? '' }])
  const { role, blocks } = kind === 'noResult' ? missingResult(run.callId) : hiddenBeginning
  return made(path, node, kind, role, blocks)
}

const asIs = (node: TreeNode, left: readonly Block[] | null): WrittenNode => ({
  node,
  turnId: turnIdOf(node.messageId),
  left,
})

/** A turn that stands nowhere; what is said there has the same id in every export. */
function made({ written }: Path, at: TreeNode, name: string, role: Role, blocks: readonly Block[]): WrittenNode {
  const unsaid = { messageId: null, externalId: null, sourceKind: null, usage: null, model: null, marker: null }
  let id = `${name} ${at.id}`
  for (let count = 2; written.has(id); count++) id = `${name} ${count} ${at.id}`
  written.add(id)
  return asIs({ ...at, ...unsaid, kind: 'TURN', id, role, blocks, fields: {} }, blocks)
}
