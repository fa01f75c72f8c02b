import { promptRows, type TreePrompt } from '../prompts/promptRows.ts'

/** A box of the map: a prompt, a straight run of prompts, or a fork that parts there. */
export interface Box<P extends TreePrompt, F> {
  readonly kind: 'PROMPT' | 'RUN' | 'FORK'
  /** Of a prompt its id, of a run that of its first one, of a fork its conversation's. */
  readonly id: string
  /** The first of its prompts; of a fork the one that it parts from. */
  readonly prompt: P
  readonly last: P
  readonly fork: F | null
  readonly sums: { readonly prompts: number; readonly calls: number; readonly failures: number }
  /** Its place in the grid: columns to the right, rows down. */
  readonly column: number
  readonly row: number
  /** The box that it follows; -1 at a root. */
  readonly from: number
  readonly isTrunk: boolean
  /** Whether its line begins with it, and whether it ends there. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

export interface Boxes<P extends TreePrompt, F> {
  readonly boxes: readonly Box<P, F>[]
  readonly columns: number
  readonly rows: number
}

/** A straight run of more prompts than these is one box until it is opened. */
const mostInRow = 12

interface Line<P> {
  readonly prompts: P[]
  /** The prompt that it parts from; null at a root. */
  readonly parent: P | null
  readonly isTrunk: boolean
}

/** A box whose row is not known yet. */
type Placed<P extends TreePrompt, F> = Omit<Box<P, F>, 'row'> & { readonly line: number }

/**
 * Returns a tree of prompts, as the API lists them, in boxes of a grid, none on another: the trunk in one row, what parts from it above
 * and below. `opened`: the runs that are shown prompt by prompt. `forks`: by prompt, the conversations that part there.
 */
export function boxesOf<P extends TreePrompt, F extends { readonly id: string }>(
  prompts: readonly P[],
  headId: string | null,
  opened: ReadonlySet<string>,
  forks: ReadonlyMap<string, readonly F[]> = new Map(),
): Boxes<P, F> {
  const lines = linesOf(prompts, headId)
  const counts = new Map<string, number>()
  for (const { continues } of prompts) if (continues != null) counts.set(continues, (counts.get(continues) ?? 0) + 1)
  const isPlain = ({ id }: P): boolean => counts.get(id) === 1 && !forks.has(id)
  const placed: Placed<P, F>[] = []
  const at = new Map<string, number>()
  const bases = lines.map((line, index) => {
    const from = placed.length
    addLine(placed, at, line, index, partsOf(line.prompts, isPlain, opened))
    return { from, to: placed.length }
  })
  const tops = rowsOf(placed, bases)
  const boxes: Box<P, F>[] = placed.map(({ line, ...box }) => ({ ...box, row: tops.rows[line] ?? 0 }))
  for (const [prompt, there] of forks) {
    const from = at.get(prompt)
    const box = from === undefined ? undefined : boxes[from]
    if (!box || from === undefined) continue
    for (const fork of there) {
      const row = tops.free(box.row, box.column + 1, box.column + 1, boxes.length)
      boxes.push({ ...box, kind: 'FORK', id: fork.id, fork, from, column: box.column + 1, row, isTrunk: false })
    }
  }
  const least = boxes.reduce((low, { row }) => Math.min(low, row), 0)
  return {
    boxes: boxes.map((box) => ({ ...box, row: box.row - least })),
    columns: 1 + boxes.reduce((most, { column }) => Math.max(most, column), 0),
    rows: 1 - least + boxes.reduce((most, { row }) => Math.max(most, row), 0),
  }
}

function linesOf<P extends TreePrompt>(prompts: readonly P[], headId: string | null): readonly Line<P>[] {
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const lineOf = new Map<string, Line<P>>()
  const lines: Line<P>[] = []
  for (const { prompt, isFirst, isTrunk } of promptRows(prompts, headId, new Set(), true)) {
    const parent = prompt.continues == null ? null : (byId.get(prompt.continues) ?? null)
    const above = parent ? lineOf.get(parent.id) : undefined
    const line = isFirst || !above ? { prompts: [], parent, isTrunk } : above
    if (line !== above) lines.push(line)
    line.prompts.push(prompt)
    lineOf.set(prompt.id, line)
  }
  return lines
}

/** A line's prompts one by one, but for its straight runs; its first and last ones are always there: they say what it is about. */
function partsOf<P extends TreePrompt>(
  prompts: readonly P[],
  isPlain: (prompt: P) => boolean,
  opened: ReadonlySet<string>,
): readonly (readonly P[])[] {
  const parts: P[][] = []
  let run: P[] = []
  const close = (): void => {
    const isFolded = run.length > mostInRow && !opened.has(run[0]?.id ?? '')
    parts.push(...(isFolded ? [run] : run.map((prompt) => [prompt])))
    run = []
  }
  prompts.forEach((prompt, at) => {
    if (at > 0 && at < prompts.length - 1 && isPlain(prompt)) {
      run.push(prompt)
      return
    }
    close()
    parts.push([prompt])
  })
  return parts
}

function addLine<P extends TreePrompt, F>(
  placed: Placed<P, F>[],
  at: Map<string, number>,
  { parent, isTrunk }: Line<P>,
  line: number,
  parts: readonly (readonly P[])[],
): void {
  let from = parent ? (at.get(parent.id) ?? -1) : -1
  parts.forEach((part, index) => {
    const [prompt] = part
    const last = part.at(-1)
    if (!prompt || !last) return
    for (const { id } of part) at.set(id, placed.length)
    const sum = (of: (prompt: P) => number): number => part.reduce((total, each) => total + of(each), 0)
    const sums = {
      prompts: part.length,
      calls: sum(({ loop }) => loop.calls),
      failures: sum(({ loop }) => loop.failures),
    }
    const column = from < 0 ? 0 : (placed[from]?.column ?? 0) + 1
    const kind = part.length > 1 ? 'RUN' : 'PROMPT'
    const [isFirst, isLast] = [index === 0, index === parts.length - 1]
    placed.push({ kind, id: prompt.id, prompt, last, fork: null, sums, column, from, line, isTrunk, isFirst, isLast })
    from = placed.length - 1
  })
}

interface Rows {
  /** By line. */
  readonly rows: readonly number[]
  free(near: number, first: number, last: number, turn: number): number
}

/** Gives each line the free row that is nearest to the one that it parts from; of two lines that part there one goes up, one down. */
function rowsOf<P extends TreePrompt, F>(
  placed: readonly Placed<P, F>[],
  bases: readonly { readonly from: number; readonly to: number }[],
): Rows {
  const taken = new Map<number, { first: number; last: number }[]>()
  const isFree = (row: number, first: number, last: number): boolean =>
    (taken.get(row) ?? []).every((other) => other.last < first || last < other.first)
  const free = (near: number, first: number, last: number, turn: number): number => {
    const side = turn % 2 === 0 ? 1 : -1
    for (let step = 0; ; step += 1) {
      const row = step === 0 ? near : near + side * (step % 2 === 0 ? -step / 2 : (step + 1) / 2)
      if (!isFree(row, first, last)) continue
      taken.set(row, [...(taken.get(row) ?? []), { first, last }])
      return row
    }
  }
  const rows: number[] = []
  bases.forEach(({ from, to }, line) => {
    const first = placed[from]
    const last = placed[to - 1]
    if (!first || !last) return
    const near = rows[placed[first.from]?.line ?? -1] ?? 0
    rows[line] = free(near, first.column, last.column, line)
  })
  return { rows, free }
}
