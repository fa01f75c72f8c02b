import type { Exit } from '../model.ts'

/** A segment of a tree, or what a fork shows of one: nodes `from` to `to` by depth. */
export interface TreeLine {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly exit: Pick<Exit, 'segmentId' | 'depth'> | null
  /** Depths of the prompts in it, rising. */
  readonly prompts: readonly number[]
}

/** A prompt of a tree, in the order of reading. */
export interface OrderedPrompt {
  readonly line: string
  readonly depth: number
  /** The prompt that it follows, by its place in the list; null where none stands above it. */
  readonly continues: number | null
  readonly onTrunk: boolean
}

interface OrderedLine extends TreeLine {
  /** What parts from it, by the depth at which it does, rising. */
  readonly children: OrderedLine[]
  /** Up to which depth it is of the trunk; null: not at all. */
  readonly trunk: number | null
}

/** A line from a depth on, with so many of its prompts and children behind it. */
interface LinePart {
  readonly line: OrderedLine
  readonly from: number
  readonly prompt: number
  readonly child: number
  readonly above: number | null
}

/**
 * Returns the prompts of a tree: those of the trunk root first, and behind each what parts from it before the trunk goes
 * on. `trunk` says up to which depth the path to the head lies on each line.
 */
export function promptOrder(lines: readonly TreeLine[], trunk: ReadonlyMap<string, number>): OrderedPrompt[] {
  const ordered: OrderedPrompt[] = []
  // Parts wait on a stack: the last one is taken first, so what is of the trunk waits below the others.
  const waiting = trunkFirst(rootsOf(lines, trunk)).map((line) => partOf(line, null))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { line, from } = next
    const end = endOf(next)
    let [prompt, child, above] = [next.prompt, next.child, next.above]
    for (let depth = line.prompts[prompt]; depth !== undefined && depth <= end; depth = line.prompts[++prompt]) {
      ordered.push({ line: line.id, depth, continues: above, onTrunk: line.trunk !== null && depth <= line.trunk })
      above = ordered.length - 1
    }
    const sides: LinePart[] = []
    for (let side = line.children[child]; side && exitOf(side) <= end; side = line.children[++child])
      sides.push(partOf(side, above))
    const rest = end < line.to ? [{ line, from: end + 1, prompt, child, above }] : []
    const goesOn = [...rest, ...sides.reverse()]
    const isTrunk = (part: LinePart) => part.line.trunk !== null && part.from <= part.line.trunk
    waiting.push(...goesOn.filter(isTrunk), ...goesOn.filter((part) => !isTrunk(part)))
    if (from > end) throw new Error(`The line ${line.id} ends before it begins.`)
  }
  return ordered
}

const exitOf = ({ exit }: OrderedLine) => exit?.depth ?? -1
const partOf = (line: OrderedLine, above: number | null): LinePart => ({
  line,
  from: line.from,
  prompt: 0,
  child: 0,
  above,
})

/** Where the next parts go on: behind the next node that something parts from, or where the trunk leaves the line. */
function endOf({ line, from, child }: LinePart): number {
  const next = line.children[child]
  const end = next ? Math.max(from, exitOf(next)) : line.to
  return line.trunk !== null && from <= line.trunk ? Math.min(end, line.trunk) : end
}

/** The lines that nothing above is known of, each with what parts from it. */
function rootsOf(lines: readonly TreeLine[], trunk: ReadonlyMap<string, number>): OrderedLine[] {
  const all = lines.map(
    (line) => ({ ...line, children: [], trunk: trunk.get(line.id) ?? null }) satisfies OrderedLine as OrderedLine,
  )
  const byId = new Map(all.map((line) => [line.id, line]))
  const parentOf = ({ exit }: OrderedLine) => (exit === null ? undefined : byId.get(exit.segmentId))
  for (const line of all) parentOf(line)?.children.push(line)
  for (const { children } of all) children.sort((a, b) => exitOf(a) - exitOf(b))
  return all.filter((line) => !parentOf(line))
}

/** For a stack: what is last is taken first. */
function trunkFirst(lines: readonly OrderedLine[]): OrderedLine[] {
  return [...lines.filter(({ trunk }) => trunk === null).reverse(), ...lines.filter(({ trunk }) => trunk !== null)]
}
