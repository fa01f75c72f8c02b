import type { PlanItem, PlannedFork, PlannedHead, RawPlace } from '../plan.ts'
import type { Strands } from './strands.ts'

/** A line that is a name for a place: a fork in which nothing was said yet. */
export interface Ref {
  readonly id: string
  readonly raw: RawPlace
  /** The node, or the session, that it is a fork of. */
  readonly at: string
  /** The node that it names as its parent. */
  readonly child: string | null
  readonly of: string
  /** The session that the line is of. */
  readonly about: string
}

/** Knows where the conversations of a file stand: where its last-prompt lines say so, and what went on from there since. */
export class Heads {
  private readonly strands: Pick<Strands, 'has' | 'endOf'>
  /** By conversation: the leaf that was named last, not placed yet, or the node at which it stands. */
  private readonly leaves = new Map<string, string>()
  private readonly openEnds = new Map<string, string | null>()
  private readonly newest = new Map<string, string>()
  private readonly refs: (Ref & { readonly last: string | null })[] = []

  constructor(strands: Pick<Strands, 'has' | 'endOf'>) {
    this.strands = strands
  }

  /** Takes a node of a conversation's main chain with the node that it continues in the canonical tree. */
  placed(conversationId: string, id: string, parent: string | null): void {
    this.newest.set(conversationId, id)
    if (this.leaves.get(conversationId) === id) this.stand(conversationId, id)
    else if (this.goesOn(conversationId, parent)) this.openEnds.set(conversationId, id)
  }

  /** Says whether what has this parent goes on from where a conversation stands; before its first node, whatever comes does. */
  private goesOn(conversationId: string, parent: string | null): boolean {
    const at = this.openEnds.get(conversationId)
    return at === null || (at !== undefined && at === parent)
  }

  /** Takes the leaf that a line names, which may stand on a later one; null: before the first one. */
  named(conversationId: string, leaf: string | null): void {
    if (leaf === null) {
      this.leaves.delete(conversationId)
      this.openEnds.set(conversationId, null)
    } else if (this.strands.has(leaf)) this.stand(conversationId, leaf)
    else this.leaves.set(conversationId, leaf)
  }

  ref(ref: Ref): void {
    this.refs.push({ ...ref, last: this.newest.get(ref.of) ?? null })
  }

  finish(): PlanItem[] {
    const heads = [...this.openEnds].map(([conversationId, externalId]): PlannedHead => ({
      kind: 'head',
      conversationId,
      externalId,
    }))
    return [...heads, ...this.refs.flatMap((ref) => this.forkOf(ref))]
  }

  private forkOf({ id, raw, at, child: below, last, about }: Ref & { readonly last: string | null }): PlannedFork[] {
    const named = [at, below].find((one) => one !== null && this.strands.has(one)) ?? last ?? this.newest.get(about)
    if (named == null || id === about) return []
    return [{ kind: 'fork', conversationId: id, raw: { ...raw, conversationId: about }, externalId: named }]
  }

  private stand(conversationId: string, leaf: string): void {
    this.leaves.delete(conversationId)
    this.openEnds.set(conversationId, this.strands.endOf(leaf))
  }
}
