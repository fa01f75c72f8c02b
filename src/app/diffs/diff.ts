import { behind, comparable, ofUsage, parted, statsOf, type PathStats, type Sided } from '../../domain/messages/diff.ts'
import type { Conversation, Message, Observation, TreeNode } from '../../domain/model.ts'
import { gapMs } from '../../domain/prompts/loop.ts'
import { originalOf } from '../read/originals.ts'
import { spendingBehind, spendingOnPath, type Spending } from '../prices/spending.ts'
import { commonNode, nodesOf, walk } from '../read/paths.ts'
import { conversationOf, type PlaceRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { entriesAt, asStored } from '../transcripts/entries.ts'
import type { TranscriptEntry } from '../transcripts/transcripts.ts'
import { usageOfPath } from '../transcripts/usage.ts'
import { placeNode } from '../trees/pathBetween.ts'
import { textDiff } from './textDiff.ts'

/** A turn that both sides have in different versions. */
export interface ChangedTurn {
  /** As the target has it. */
  readonly message: Message
  readonly base: Observation
  readonly target: Observation
  /** A unified diff of lines. */
  readonly textDiff: string
}
/** What a path holds and cost, and how long it took: that is read when it is asked for. */
export interface SideStats extends PathStats<Spending> {
  readonly activeMs: () => Promise<number>
}
export interface Diff {
  /** The conversations in which the two sides are looked at. */
  readonly base: Conversation
  readonly target: Conversation
  /** Null between strangers, and where either side is empty. */
  readonly commonAncestor: Observation | null
  /** At most a list's maximum, counted from the common ancestor, as is `targetOnly`. */
  readonly baseOnly: readonly TranscriptEntry[]
  readonly targetOnly: readonly TranscriptEntry[]
  readonly changed: readonly ChangedTurn[]
  readonly baseStats: SideStats
  readonly targetStats: SideStats
  /** Behind the common ancestor. */
  readonly baseOnlyStats: SideStats
  readonly targetOnlyStats: SideStats
  readonly baseOnlyCount: number
  readonly targetOnlyCount: number
}

/** A turn behind the common ancestor. */
interface SidedTurn extends Sided {
  readonly node: TreeNode
  readonly message: Message | null
}

/**
 * Returns how two branches differ: the turns of any role that either has behind their deepest common node, matched
 * through copies, and those that both have in different versions. Reads what differs, not what is shared (design §4).
 */
export async function diff(scope: Scope, baseRef: PlaceRef, targetRef: PlaceRef): Promise<Diff> {
  const [base, target] = await Promise.all([placeNode(scope, baseRef), placeNode(scope, targetRef)])
  const ancestor = base && target ? await commonNode(scope.reads, base, target) : null
  const [baseTurns, targetTurns] = await Promise.all([base, target].map((end) => turnsBehind(scope, ancestor, end)))
  const { baseOnly, targetOnly, changed } = parted(baseTurns ?? [], targetTurns ?? [])
  const ofBase = await statsAt(scope, baseRef, base, ancestor)
  const ofTarget = await statsAt(scope, targetRef, target, ancestor)
  const limit = scope.limits.list
  return {
    base: await shownBy(scope, baseRef, base),
    target: await shownBy(scope, targetRef, target),
    commonAncestor: ancestor,
    baseOnly: await entries(scope, baseRef, base, pick(baseTurns, baseOnly.slice(0, limit))),
    targetOnly: await entries(scope, targetRef, target, pick(targetTurns, targetOnly.slice(0, limit))),
    changed: changed.slice(0, limit).flatMap((pair) => changedTurn(baseTurns?.[pair.base], targetTurns?.[pair.target])),
    ...{
      baseStats: ofBase.whole,
      baseOnlyStats: ofBase.own,
      targetStats: ofTarget.whole,
      targetOnlyStats: ofTarget.own,
    },
    baseOnlyCount: baseOnly.length,
    targetOnlyCount: targetOnly.length,
  }
}

/** What a path holds and cost, and its part behind the common ancestor; where its file was read again, as it was read first. */
async function statsAt(
  scope: Scope,
  place: PlaceRef,
  end: TreeNode | null,
  ancestor: TreeNode | null,
): Promise<{ readonly whole: SideStats; readonly own: SideStats }> {
  const taking = (from: TreeNode | null) => ({ activeMs: () => activeBehind(scope, from, end) })
  if (end === null) {
    const nothing = { ...ofUsage(statsOf(null), spendingOnPath(scope, null)), ...taking(null) }
    return { whole: nothing, own: nothing }
  }
  const conversation = await shownBy(scope, place, end)
  const whole = ofUsage(statsOf(end.place), await usageOfPath(scope, conversation, end))
  const shared = ofUsage(statsOf(ancestor?.place ?? null), await usageOfPath(scope, conversation, ancestor))
  const own = behind(whole, shared)
  const spent = ofUsage(own, spendingBehind(own.usage, whole.usage, shared.usage))
  return { whole: { ...whole, ...taking(null) }, own: { ...spent, ...taking(ancestor) } }
}

/** How long what follows a node took (null: the whole path), pauses aside. */
async function activeBehind(scope: Scope, ancestor: TreeNode | null, end: TreeNode | null): Promise<number> {
  let [ms, before]: [number, string | null] = [0, null]
  if (end === null) return ms
  for await (const nodes of walk(scope.reads, end, (ancestor?.place.depth ?? -1) + 1))
    for (const { observedAt } of nodes) {
      ms += gapMs(before, observedAt)
      before = observedAt
    }
  return ms
}

/** The conversation in which a place is looked at. */
function shownBy(scope: Scope, place: PlaceRef, end: TreeNode | null): Promise<Conversation> {
  return conversationOf(scope, 'conversationId' in place ? place.conversationId : (end?.conversationId ?? ''))
}

const pick = (turns: readonly SidedTurn[] | undefined, places: readonly number[]): SidedTurn[] =>
  places.flatMap((place) => turns?.[place] ?? [])

const pageLength = 500

/** The turns of any role between a node (null: from the root on) and the end of a path. */
async function turnsBehind(scope: Scope, ancestor: TreeNode | null, end: TreeNode | null): Promise<SidedTurn[]> {
  if (end === null) return []
  const turns: SidedTurn[] = []
  for (let from = (ancestor?.place.entries ?? 0) + 1; from <= end.place.entries; from += pageLength) {
    const nodes = await nodesOf(scope.reads, end, 'entry', from, from + pageLength - 1)
    turns.push(...(await Promise.all(nodes.map((node) => sided(scope, node)))))
  }
  return turns
}

async function sided(scope: Scope, node: TreeNode): Promise<SidedTurn> {
  const message = node.messageId === null ? null : await scope.reads.message(node.messageId)
  return { node, message, original: await originalOf(scope.reads, node), turn: await turnOf(scope, message, node) }
}

async function turnOf(scope: Scope, message: Message | null, node: Observation): Promise<string> {
  const seen = new Set<string>()
  let at = message
  while (at?.supersedesId != null && !seen.has(at.supersedesId)) {
    seen.add(at.id)
    const inherited: Message | null = await scope.reads.message(at.supersedesId)
    if (inherited === null) return at.supersedesId
    at = inherited
  }
  return at?.id ?? node.id
}

/** The entries as a transcript shows them, each at its place on the whole path. */
async function entries(
  scope: Scope,
  place: PlaceRef,
  end: TreeNode | null,
  turns: readonly SidedTurn[],
): Promise<TranscriptEntry[]> {
  if (end === null || turns.length === 0) return []
  const conversation = await shownBy(scope, place, end)
  const items = turns.map(({ node }) => ({ place: node.place.depth + 1, observation: node, piece: null }))
  return entriesAt(scope.reads, conversation, items, asStored, 'RAW')
}

function changedTurn(base: SidedTurn | undefined, target: SidedTurn | undefined): ChangedTurn[] {
  const message = target?.message ?? base?.message
  if (!base || !target || !message) return []
  const [before, after] = [base, target].map(({ node, message: of }) => (of?.deleted ? '' : comparable(node.blocks)))
  return [{ message, base: base.node, target: target.node, textDiff: textDiff(before ?? '', after ?? '') }]
}
