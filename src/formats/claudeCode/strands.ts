import type { Scratch, ScratchMap } from '../scratch.ts'
import type { NodeKind } from './entry.ts'

/** A node that asks for its place. */
export interface Newcomer {
  readonly id: string
  readonly conversationId: string
  readonly kind: NodeKind
  readonly answerId: string | null
  readonly isToolText: boolean
  readonly isApiError: boolean
  /** Null: a root. */
  readonly parent: string | null
}
export interface StrandPlace {
  readonly parent: string | null
  readonly aside: boolean
  /** It goes on from another way than the file's chain says. */
  readonly moved: boolean
}

/** A way and the asides after it: on which strand, after how many ways of it. */
interface StrandStretch {
  readonly strand: number
  readonly stretch: number
}
/** Where a node stands. */
interface Stand extends StrandStretch {
  readonly isApiError?: true
  readonly isNote?: true
  /** Where the file's chain has it, when that is elsewhere: it is an aside that was put at the end. */
  readonly chained?: StrandStretch
}
interface Strand {
  readonly conversationId: string
  /** Counts the strands of one tree as one. */
  readonly root: number
  readonly tip: string
  /** Number of its last stretch: one way and the asides after it. */
  readonly stretches: number
  /** Order in which it was last added to. */
  readonly touched: number
  /** Strands of other conversations that begin at its tip. */
  readonly left: number
  /** The newest strand of its conversation that leaves it, and after which stretch. */
  readonly fork: { readonly strand: number; readonly stretch: number } | null
}

/** The end of a stretch that another way follows. */
interface Joint {
  readonly id: string
  readonly nextWay: NodeKind
  readonly children: number
}
interface Grew {
  readonly stand: Stand
  readonly parent: string
  /** What it goes on from. */
  readonly from: StrandStretch
}
/** What those go on from that name a node as their parent; `isMend` where the file does not say so. */
interface Redirect {
  readonly to: string
  readonly isMend: boolean
}
type Grown = StrandPlace & { readonly stand: Stand }

/**
 * The canonical tree of a file, grown node by node in the order of its lines (design §7). A *way* is what a person or
 * model does next: a user turn, a new answer, a marker; everything else is an *aside*. Asides are put one after the
 * other at the end of their parent's strand, and a way after the asides, so that a node has two children only where
 * two ways were gone from it.
 */
export class Strands {
  private readonly stands: ScratchMap<Stand>
  private readonly strands: ScratchMap<Strand>
  private readonly joints: ScratchMap<Joint>
  private readonly redirects: ScratchMap<Redirect>
  /** The strand on which an answer began. */
  private readonly answers: ScratchMap<number>
  /** Nodes of each conversation in each tree, and the tree of its newest turn. */
  private readonly trees: ScratchMap<number>
  private readonly newest: ScratchMap<number>
  private made = 0
  private placed = 0
  private roots = 0
  private leaves = 0
  private branchPoints = 0

  constructor(scratch: Scratch) {
    this.stands = scratch.map('stands')
    this.strands = scratch.map('strands')
    this.joints = scratch.map('joints')
    this.redirects = scratch.map('redirects')
    this.answers = scratch.map('answers')
    this.trees = scratch.map('trees')
    this.newest = scratch.map('newestTree')
  }

  has(id: string): boolean {
    return this.stands.get(id) !== undefined
  }

  /** The conversation of a node that has its place. */
  conversationOf(id: string): string {
    return this.strandOf((this.stands.get(id) as Stand).strand).conversationId
  }

  /** Lets nodes that name `id` as their parent continue `target` instead, from now on. */
  redirect(id: string, target: string): void {
    this.redirects.set(id, { to: target, isMend: false })
  }

  /** The last node of what a node says with the asides after it. */
  endOf(id: string): string {
    const at = this.stands.get(id) as Stand
    const { stretches, tip } = this.strandOf(at.strand)
    return at.stretch === stretches ? tip : (this.jointAfter(at)?.id ?? id)
  }

  place(node: Newcomer): StrandPlace {
    this.placed++
    const target = node.parent === null ? null : this.targetOf(node.parent)
    const at = target === null ? undefined : this.stands.get(target.id)
    const { stand, ...placed } = at && target ? this.placeAt(node, at, target.chained) : this.plant(node)
    this.remember(node, stand)
    return placed
  }

  shape(): { roots: number; leaves: number; branchPoints: number } {
    const { roots, leaves, branchPoints } = this
    return { roots, leaves, branchPoints }
  }

  /** Share of the nodes that stand in the tree of their conversation's newest turn. */
  reachable(): number {
    let [inTree, all] = [0, 0]
    for (const [tree, nodes] of this.trees.entries()) {
      const [conversationId, root] = tree.split('\n') as [string, string]
      all += nodes
      if (String(this.newest.get(conversationId)) === root) inTree += nodes
    }
    return all === 0 ? 1 : inTree / all
  }

  private plant(node: Newcomer): Grown {
    this.roots++
    this.leaves++
    const stand = this.open(node, null)
    return { stand, parent: null, aside: isAlwaysAside(node), moved: false }
  }

  private placeAt(node: Newcomer, at: Stand, parent: string): Grown {
    const aside = isAlwaysAside(node) || this.continuesAnswer(node, at)
    const chained = this.chainedAt(parent)
    const isLeaving = this.strandOf(at.strand).conversationId !== node.conversationId
    if (isLeaving || !aside) {
      const grew = isLeaving ? this.leave(node, at) : this.goOn(node, at)
      return { ...grew, aside, moved: !aside && !isSame(grew.from, chained) }
    }
    const grew = this.append(node, this.growing(at), false)
    const stand = isSame(grew.stand, chained) ? grew.stand : { ...grew.stand, chained }
    return { ...grew, stand, aside, moved: false }
  }

  /** Places a way. A prompt chained to an API error, or to a note, beside an answer goes on from that answer. */
  private goOn(node: Newcomer, at: Stand): Grew {
    const joint = this.jointAfter(at)
    if (!joint) return this.append(node, at.strand, true)
    const isNoTurn = at.isApiError === true || at.isNote === true
    if (node.kind !== 'USER' || !isNoTurn || joint.nextWay !== 'ASSISTANT') return this.fork(node, at, joint)
    const grew = this.append(node, this.growing(at), true)
    if (node.parent !== null) this.redirects.set(node.parent, { to: grew.parent, isMend: true })
    return grew
  }

  private continuesAnswer(node: Newcomer, at: Stand): boolean {
    return node.answerId !== null && this.answers.get(answerKey(node)) === at.strand
  }

  /** What a node with this parent goes on from, and the node at which the file's chain has it. */
  private targetOf(parent: string): { readonly id: string; readonly chained: string } {
    let [id, chained] = [parent, parent]
    for (let hops = 0; hops < mostRedirects; hops++) {
      const next = this.redirects.get(id)
      if (next === undefined || !this.has(next.to)) break
      id = next.to
      if (!next.isMend) chained = id
    }
    return { id, chained }
  }

  private chainedAt(id: string): StrandStretch {
    const stand = this.stands.get(id) as Stand
    return stand.chained ?? stand
  }

  private open(node: Newcomer, root: number | null): Stand {
    const strand = ++this.made
    const { conversationId, id: tip } = node
    const end = { tip, stretches: 0, touched: this.placed, left: 0, fork: null }
    this.strands.set(String(strand), { conversationId, root: root ?? strand, ...end })
    return { strand, stretch: 0 }
  }

  private append(node: Newcomer, number: number, isWay: boolean): Grew {
    const strand = this.strandOf(number)
    const stretch = strand.stretches + (isWay ? 1 : 0)
    const joint = { id: strand.tip, nextWay: node.kind, children: strand.left + 1 }
    if (isWay) this.joints.set(`${number}:${strand.stretches}`, joint)
    this.countChild(strand.left)
    this.strands.set(String(number), { ...strand, tip: node.id, stretches: stretch, touched: this.placed, left: 0 })
    const from = { strand: number, stretch: strand.stretches }
    return { stand: { strand: number, stretch }, parent: strand.tip, from }
  }

  private fork(node: Newcomer, at: Stand, joint: Joint): Grew {
    const strand = this.strandOf(at.strand)
    const stand = this.open(node, strand.root)
    const fork = { strand: stand.strand, stretch: at.stretch }
    if (strand.conversationId === node.conversationId) this.strands.set(String(at.strand), { ...strand, fork })
    this.joints.set(`${at.strand}:${at.stretch}`, { ...joint, children: joint.children + 1 })
    this.countChild(joint.children)
    return { stand, parent: joint.id, from: at }
  }

  /** A node of another conversation than its parent's begins a strand of its own at the end of the parent's stretch. */
  private leave(node: Newcomer, at: Stand): Grew {
    const joint = this.jointAfter(at)
    if (joint) return this.fork(node, at, joint)
    const strand = this.strandOf(at.strand)
    const stand = this.open(node, strand.root)
    this.countChild(strand.left)
    this.strands.set(String(at.strand), { ...strand, left: strand.left + 1 })
    return { stand, parent: strand.tip, from: at }
  }

  /** Follows the strands that left `at` or what is after it, always the newest, to one that still grows. */
  private growing(at: Stand): number {
    let { strand: number, stretch } = at
    for (;;) {
      const { fork, touched } = this.strandOf(number)
      if (!fork || fork.stretch < stretch || this.strandOf(fork.strand).touched < touched) return number
      ;[number, stretch] = [fork.strand, 0]
    }
  }

  /** Counts one more child of a node that has so many. */
  private countChild(children: number): void {
    if (children > 0) this.leaves++
    if (children === 1) this.branchPoints++
  }

  private remember(node: Newcomer, stand: Stand): void {
    const kind = {
      ...(node.isApiError && { isApiError: true as const }),
      ...(node.kind === 'NOTE' && { isNote: true as const }),
    }
    this.stands.set(node.id, { ...stand, ...kind })
    if (node.answerId !== null && this.answers.get(answerKey(node)) === undefined)
      this.answers.set(answerKey(node), stand.strand)
    const { root } = this.strandOf(stand.strand)
    const tree = `${node.conversationId}\n${root}`
    this.trees.set(tree, (this.trees.get(tree) ?? 0) + 1)
    // A conversation stands at a turn: a note or a boundary that begins a tree of its own is no place to go on from.
    const isTurn = node.kind !== 'NOTE' && node.kind !== 'BOUNDARY'
    if (isTurn || this.newest.get(node.conversationId) === undefined) this.newest.set(node.conversationId, root)
  }

  private strandOf(number: number): Strand {
    return this.strands.get(String(number)) as Strand
  }

  private jointAfter(at: Stand): Joint | undefined {
    return this.joints.get(`${at.strand}:${at.stretch}`)
  }
}

/** Redirects can be written in a circle. */
const mostRedirects = 64

function isSame(a: StrandStretch, b: StrandStretch): boolean {
  return a.strand === b.strand && a.stretch === b.stretch
}

function isAlwaysAside({ kind, isToolText }: Newcomer): boolean {
  return kind === 'NOTE' || kind === 'TOOL' || isToolText
}

function answerKey(node: Newcomer): string {
  return `${node.conversationId}\n${node.answerId}`
}
