/**
 * The plain model of what a model is sent of a path (design §4: "CONTEXT is legal"): every node is looked at, in the order of the path.
 * Nothing here asks the product.
 */

/** A part of what a turn says. */
interface PlainBlock {
  readonly type: string
  readonly callId?: string
}

/** A node of a path as it is now: with what corrections made of it. */
export interface ContextNode<B extends PlainBlock = PlainBlock> {
  readonly id: string
  readonly kind: string
  readonly role: string | null
  readonly blocks: readonly B[]
  /** Turns with one of these are one answer. */
  readonly answerId: string | null
  readonly deleted: boolean
  readonly marker: PlainMarker | null
}
interface PlainMarker {
  /** By places on the path, both included. */
  readonly span: { readonly from: number; readonly to: number } | null
  readonly summary: string | null
  readonly cancels: string | null
}

/** An entry of CONTEXT, as it is compared. */
export interface PlainEntry {
  readonly of: string
  readonly role: string | null
  /** Of a summary alone. */
  readonly text: string | null
  readonly blocks: readonly PlainBlock[]
  readonly synthetic: boolean
}

/** A call where it stands. */
interface Call {
  readonly node: ContextNode
  readonly block: PlainBlock
}
/** The calls of a path by the results that answer them. */
type Answers = ReadonlyMap<PlainBlock, Call>

/** Calls, then their results; what has no result gets one where the talk went on. */
interface Group {
  readonly turns: PlainEntry[]
  readonly results: PlainEntry[]
  readonly open: Call[]
  isLeft: boolean
}

const isCall = ({ type }: PlainBlock) => type === 'toolCall'
const isResult = ({ type }: PlainBlock) => type === 'toolResult'
const isTalk = (block: PlainBlock) => !isCall(block) && !isResult(block)

/** Returns what CONTEXT shows of a path. */
export function plainContext(given: readonly ContextNode[]): PlainEntry[] {
  // A block is told from its equals by being itself.
  const path = given.map((node) => ({ ...node, blocks: node.blocks.map((block) => ({ ...block })) }))
  const left = leftByDeletions(path)
  const layout = new Layout(path)
  for (const [place, node] of path.entries()) {
    const marker = markerOver(path, place)
    const summary = marker?.marker?.span?.from === place ? marker.marker.summary : null
    if (marker !== null && summary !== null)
      layout.stand({ of: marker.id, role: null, text: summary, blocks: [], synthetic: false })
    const present = left.get(node)
    if (marker === null && present !== undefined) layout.take(node, present)
  }
  return begun(layout.entries())
}

/** The entries as they come to stand: each turn is taken with those of its blocks that are there. */
class Layout {
  private readonly parts: (Group | PlainEntry)[] = []
  /** The group that nothing stands behind. */
  private last: Group | null = null
  private readonly answers: Answers
  private readonly goingOn: ReadonlySet<ContextNode>

  constructor(path: readonly ContextNode[]) {
    this.answers = answersOn(path, true)
    this.goingOn = answersGoingOn(path, this.answers)
  }

  entries(): PlainEntry[] {
    return this.parts.flatMap((part) => ('turns' in part ? entriesOf(part) : [part]))
  }

  stand(entry: PlainEntry): void {
    this.leave()
    this.parts.push(entry)
  }

  take(node: ContextNode, present: readonly PlainBlock[]): void {
    const brought = this.resultsByGroup(present)
    if (node.role === 'ASSISTANT') this.takeAnswer(node, present, brought)
    else if (node.role === 'TOOL' && node.blocks.some(isResult)) this.takeResults(node, present, brought)
    else this.takeTalk(node, present, brought)
  }

  private leave(): void {
    if (this.last) this.last.isLeft = true
    this.last = null
  }

  private takeAnswer(node: ContextNode, present: readonly PlainBlock[], brought: Brought): void {
    for (const [group, results] of brought) group.results.push(resultOf(node, results))
    const said = present.filter((block) => !isResult(block))
    if (said.length === 0 && node.blocks.length > 0) return
    const calls = said.filter(isCall).map((block): Call => ({ node, block }))
    if (this.last === null || !this.goingOn.has(node)) {
      this.leave()
      if (calls.length === 0) {
        this.parts.push(entryOf(node, said))
        return
      }
      this.last = { turns: [], results: [], open: [], isLeft: false }
      this.parts.push(this.last)
    }
    this.last.turns.push(entryOf(node, said))
    this.last.open.push(...calls)
  }

  /** What else a tool says belongs to the first of its results that are shown. */
  private takeResults(node: ContextNode, present: readonly PlainBlock[], brought: Brought): void {
    for (const [k, [group, results]] of [...brought].entries())
      group.results.push(resultOf(node, k === 0 ? [...results, ...present.filter(isTalk)] : results))
  }

  /** A person may bring results and say something beside them: with that the talk goes on. */
  private takeTalk(node: ContextNode, present: readonly PlainBlock[], brought: Brought): void {
    const talk = present.filter(isTalk)
    const own = node.role === 'USER' && this.last !== null && brought.has(this.last) ? this.last : null
    for (const [group, results] of brought)
      group.results.push(resultOf(node, group === own ? [...results, ...talk] : results))
    if (own === null && (talk.length > 0 || node.blocks.length === 0)) this.stand(entryOf(node, talk))
    if (own !== null && talk.length > 0) this.leave()
  }

  /** Takes results to the groups whose calls wait for them. Of two calls of one id in one turn it is the first that has it. */
  private resultsByGroup(present: readonly PlainBlock[]): Brought {
    const brought = new Map<Group, PlainBlock[]>()
    for (const block of present) {
      const call = this.answers.get(block)
      const isIt = (one: Call) => one.node === call?.node && one.block.callId === block.callId
      const group = this.parts.find((part): part is Group => 'open' in part && part.open.some(isIt))
      if (group === undefined) continue
      group.open.splice(group.open.findIndex(isIt), 1)
      brought.set(group, [...(brought.get(group) ?? []), block])
    }
    return brought
  }
}

/** Results of a turn by the groups of their calls. */
type Brought = ReadonlyMap<Group, readonly PlainBlock[]>

/** Returns a turn with some of its blocks, in their order. */
function entryOf(node: ContextNode, some: readonly PlainBlock[], role = node.role): PlainEntry {
  const blocks = node.blocks.filter((block) => some.includes(block))
  return { of: node.id, role, text: null, blocks, synthetic: false }
}

/** Whoever brings results, a provider takes them of a person or of a tool. */
const resultOf = (node: ContextNode, some: readonly PlainBlock[]): PlainEntry =>
  entryOf(node, some, node.role === 'USER' ? 'USER' : 'TOOL')

/** A result answers the newest call of its id above it that has none; of its own turn's calls only where one turn may answer itself. */
function answersOn(path: readonly ContextNode[], resultsFirst: boolean): Answers {
  const open: Call[] = []
  const answers = new Map<PlainBlock, Call>()
  for (const node of path)
    for (const block of resultsFirst
      ? [...node.blocks].sort((a, b) => Number(isCall(a)) - Number(isCall(b)))
      : node.blocks) {
      if (isCall(block)) open.push({ node, block })
      const at = isResult(block) ? open.findLastIndex((call) => call.block.callId === block.callId) : -1
      const [call] = at < 0 ? [] : open.splice(at, 1)
      if (call) answers.set(block, call)
    }
  return answers
}

/** Returns the turns of assistants that go on with the answer whose calls stand before them, results of it between. */
function answersGoingOn(path: readonly ContextNode[], answers: Answers): Set<ContextNode> {
  const goingOn = new Set<ContextNode>()
  let answer: { readonly id: string | null } | null = null
  for (const node of path) {
    if (node.role === 'ASSISTANT') {
      if (answer !== null && answer.id !== null && answer.id === node.answerId) goingOn.add(node)
      else answer = node.blocks.some(isCall) ? { id: node.answerId } : null
    } else {
      const isOfCalls = node.role === 'TOOL' || node.role === null || node.blocks.some((block) => answers.has(block))
      if (!isOfCalls) answer = null
    }
  }
  return goingOn
}

/** Returns what deletions leave of each turn: a call goes with its result, and a result with its call; thoughts alone are nothing. */
function leftByDeletions(path: readonly ContextNode[]): Map<ContextNode, PlainBlock[]> {
  const turns = path.filter(({ kind }) => kind === 'TURN')
  const gone = new Set(turns.filter(({ deleted }) => deleted).flatMap(({ blocks }) => blocks))
  for (const [result, call] of answersOn(turns, false)) {
    const isResultGone = turns.some(({ deleted, blocks }) => deleted && blocks.includes(result))
    if (isResultGone) gone.add(call.block)
    if (call.node.deleted) gone.add(result)
  }
  const left = new Map<ContextNode, PlainBlock[]>()
  for (const node of turns) {
    const rest = node.blocks.filter((block) => !gone.has(block))
    const isLess = rest.length < node.blocks.length
    if (!node.deleted && !(isLess && rest.every(({ type }) => type === 'thinking'))) left.set(node, rest)
  }
  return left
}

/** Returns the marker that speaks of a place: of those that hold there the widest, of equal ones the latest. */
function markerOver(path: readonly ContextNode[], place: number): ContextNode | null {
  const cancelled = path.map(({ marker }) => marker?.cancels ?? null)
  const width = ({ marker }: ContextNode) => (marker?.span ? marker.span.to - marker.span.from : -1)
  const over = path.filter(
    ({ id, marker }) => marker?.span && marker.span.from <= place && place <= marker.span.to && !cancelled.includes(id),
  )
  return over.reduce<ContextNode | null>((a, b) => (a === null || width(b) >= width(a) ? b : a), null)
}

function entriesOf({ turns, results, open, isLeft }: Group): PlainEntry[] {
  const content = 'No result was stored.'
  const missing = ({ node, block }: Call): PlainEntry => ({
    ...{ of: node.id, role: 'TOOL', text: null, synthetic: true },
    blocks: [{ type: 'toolResult', ...{ callId: block.callId ?? '', content, isError: true } }],
  })
  return [...turns, ...results, ...(isLeft ? open.map(missing) : [])]
}

/** What would begin with an assistant's turn begins with a person's, behind what the system says. */
function begun(entries: readonly PlainEntry[]): PlainEntry[] {
  const at = entries.findIndex(({ role }) => role !== 'SYSTEM')
  const first = entries[at]
  if (first?.role !== 'ASSISTANT') return [...entries]
  const block = { type: 'text', ...{ text: '(earlier turns are not shown)' } }
  const beginning = { of: first.of, role: 'USER', text: null, blocks: [block], synthetic: true }
  return [...entries.slice(0, at), beginning, ...entries.slice(at)]
}
