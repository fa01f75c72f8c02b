import type { Scratch } from '../scratch.ts'
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
export interface Placed {
  readonly parent: string | null
  readonly aside: boolean
  /** The file chains it where the person did not put it, and it was put right. */
  readonly mended: boolean
}

/** Where a node stands: on which strand, after how many ways of it. */
interface Stand {
  readonly strand: number
  readonly stretch: number
  readonly isApiError?: true
}
interface Strand {
  readonly conversationId: string
  /** Counts the strands of one tree as one. */
  readonly root: number
  tip: string
  /** Number of its last stretch: one way and the asides after it. */
  stretches: number
  /** Order in which it was last added to. */
  touched: number
  /** Strands of other conversations that begin at its tip. */
  left: number
  /** The newest strand of its conversation that leaves it, and after which stretch. */
  fork: { readonly strand: number; readonly stretch: number } | null
}
/** The end of a stretch that another way follows. */
interface Joint {
  readonly id: string
  readonly nextWay: NodeKind
  readonly children: number
}

/** The canonical tree of a file, grown node by node in the order of its lines (design §7). */
export interface Strands {
  place(node: Newcomer): Placed
  has(id: string): boolean
  /** Lets nodes that name `id` as their parent continue `target` instead, from now on. */
  redirect(id: string, target: string): void
  readonly roots: number
  readonly leaves: number
  readonly branchPoints: number
  /** Share of the nodes that stand in the tree of their conversation's newest node. */
  reachable(): number
}

/**
 * Returns an empty canonical tree. A *way* is what a person or model does next: a user turn, a new answer, a marker;
 * everything else is an *aside*. Asides are put one after the other at the end of their parent's strand, and a way
 * after the asides, so that a node has two children only where two ways were gone from it.
 */
export function createStrands(scratch: Scratch): Strands {
  const stands = scratch.map<Stand>('stands')
  const strands = scratch.map<Strand>('strands')
  const joints = scratch.map<Joint>('joints')
  const redirects = scratch.map<string>('redirects')
  const answers = scratch.map<number>('answers')
  const trees = scratch.map<number>('trees')
  const newest = scratch.map<number>('newestTree')
  const counts = { strands: 0, roots: 0, leaves: 0, branchPoints: 0, placed: 0 }

  const strandOf = (number: number) => strands.get(String(number)) as Strand
  const jointAfter = (at: Stand) => joints.get(`${at.strand}:${at.stretch}`)

  const open = (node: Newcomer, root: number | null): Stand => {
    const number = ++counts.strands
    const made = {
      conversationId: node.conversationId,
      root: root ?? number,
      tip: node.id,
      stretches: 0,
      touched: counts.placed,
      left: 0,
      fork: null,
    }
    strands.set(String(number), made)
    return { strand: number, stretch: 0 }
  }

  /** Follows the strands that left `at` or what is after it, always the newest, to one that still grows. */
  const growing = (at: Stand): number => {
    let { strand: number, stretch } = at
    for (;;) {
      const strand = strandOf(number)
      const { fork } = strand
      if (!fork || fork.stretch < stretch || strandOf(fork.strand).touched < strand.touched) return number
      ;[number, stretch] = [fork.strand, 0]
    }
  }

  const append = (node: Newcomer, number: number, isWay: boolean): { stand: Stand; parent: string } => {
    const strand = strandOf(number)
    const stretch = strand.stretches + (isWay ? 1 : 0)
    if (isWay)
      joints.set(`${number}:${strand.stretches}`, { id: strand.tip, nextWay: node.kind, children: strand.left + 1 })
    countWays(strand.left)
    strands.set(String(number), { ...strand, tip: node.id, stretches: stretch, touched: counts.placed, left: 0 })
    return { stand: { strand: number, stretch }, parent: strand.tip }
  }

  /** Counts one more child of a node that has so many. */
  const countWays = (children: number) => {
    if (children > 0) counts.leaves++
    if (children === 1) counts.branchPoints++
  }

  const forkAfter = (node: Newcomer, at: Stand, joint: Joint): { stand: Stand; parent: string } => {
    const strand = strandOf(at.strand)
    const stand = open(node, strand.root)
    if (strand.conversationId === node.conversationId)
      strands.set(String(at.strand), { ...strand, fork: { strand: stand.strand, stretch: at.stretch } })
    joints.set(`${at.strand}:${at.stretch}`, { ...joint, children: joint.children + 1 })
    countWays(joint.children)
    return { stand, parent: joint.id }
  }

  /** A node of another conversation than its parent's begins a strand of its own at the end of the parent's stretch. */
  const leave = (node: Newcomer, at: Stand): { stand: Stand; parent: string } => {
    const strand = strandOf(at.strand)
    const joint = jointAfter(at)
    if (joint) return forkAfter(node, at, joint)
    const stand = open(node, strand.root)
    countWays(strand.left)
    strands.set(String(at.strand), { ...strand, left: strand.left + 1 })
    return { stand, parent: strand.tip }
  }

  const isAside = (node: Newcomer, at: Stand): boolean => {
    if (node.kind === 'NOTE' || node.kind === 'TOOL' || node.isToolText) return true
    return node.answerId !== null && answers.get(answerKey(node)) === at.strand
  }

  const target = (parent: string): string => {
    let found = parent
    for (let hops = 0; hops < 64; hops++) {
      const next = redirects.get(found)
      if (next === undefined || !stands.get(next)) break
      found = next
    }
    return found
  }

  const placeAt = (node: Newcomer, at: Stand): Placed & { stand: Stand } => {
    const aside = isAside(node, at)
    if (strandOf(at.strand).conversationId !== node.conversationId) return { ...leave(node, at), aside, mended: false }
    if (aside) return { ...append(node, growing(at), false), aside, mended: false }
    const joint = jointAfter(at)
    if (!joint) return { ...append(node, at.strand, true), aside, mended: false }
    if (!(node.kind === 'USER' && at.isApiError && joint.nextWay === 'ASSISTANT'))
      return { ...forkAfter(node, at, joint), aside, mended: false }
    const placed = append(node, growing(at), true)
    if (node.parent !== null) redirects.set(node.parent, placed.parent)
    return { ...placed, aside, mended: true }
  }

  const remember = (node: Newcomer, stand: Stand) => {
    stands.set(node.id, node.isApiError ? { ...stand, isApiError: true } : stand)
    if (node.answerId !== null && answers.get(answerKey(node)) === undefined) answers.set(answerKey(node), stand.strand)
    const tree = `${node.conversationId}\n${strandOf(stand.strand).root}`
    trees.set(tree, (trees.get(tree) ?? 0) + 1)
    newest.set(node.conversationId, strandOf(stand.strand).root)
  }

  return {
    has: (id) => stands.get(id) !== undefined,
    redirect: (id, to) => redirects.set(id, to),
    place(node) {
      counts.placed++
      const at = node.parent === null ? undefined : stands.get(target(node.parent))
      if (!at) {
        counts.roots++
        counts.leaves++
        remember(node, open(node, null))
        return { parent: null, aside: isAside(node, { strand: 0, stretch: 0 }), mended: false }
      }
      const { stand, parent, aside, mended } = placeAt(node, at)
      remember(node, stand)
      return { parent, aside, mended }
    },
    get roots() {
      return counts.roots
    },
    get leaves() {
      return counts.leaves
    },
    get branchPoints() {
      return counts.branchPoints
    },
    reachable() {
      let [inTree, all] = [0, 0]
      for (const [tree, nodes] of trees.entries()) {
        const [conversationId, root] = tree.split('\n') as [string, string]
        all += nodes
        if (String(newest.get(conversationId)) === root) inTree += nodes
      }
      return all === 0 ? 1 : inTree / all
    },
  }
}

const answerKey = (node: Newcomer) => `${node.conversationId}\n${node.answerId}`
