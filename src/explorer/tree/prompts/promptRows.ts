/** A prompt as the tree of prompts needs it. */
export interface TreePrompt {
  readonly id: string
  readonly number: number
  readonly text: string
  /** The prompt that it follows. */
  readonly continues?: string | null | undefined
  readonly branch: { readonly id: string }
  readonly loop: {
    readonly calls: number
    readonly failures: number
    readonly startedAt: string
    readonly endedAt: string
    readonly last: { readonly id: string }
  }
}

/** A row: a prompt, or a side branch that is folded to its first prompt. */
export interface PromptRow<P extends TreePrompt> {
  readonly prompt: P
  /** 0 on the trunk, one more for each branch that parts from another. */
  readonly lane: number
  /** Whether it is the first of its line, and where that parts from. */
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isTrunk: boolean
  /** Lanes whose lines run past it. */
  readonly passing: readonly number[]
  /** Of the first row of a side branch that can be folded: whether it is open. Null for others. */
  readonly isOpen: boolean | null
  /** What a folded row stands for: itself and what is folded in it. */
  readonly sums: { readonly prompts: number; readonly calls: number; readonly failures: number }
}

/** A side branch of more prompts than these is folded at first. */
const mostUnfolded = 3

/**
 * Returns the rows of a tree of prompts, which come as the API lists them: the trunk root first, behind each prompt what parts
 * from it. `toggled`: the side branches, by their first prompt, that were folded or unfolded by hand. `isWhole`: nothing is folded.
 */
export function promptRows<P extends TreePrompt>(
  prompts: readonly P[],
  headId: string | null,
  toggled: ReadonlySet<string>,
  isWhole = false,
): readonly PromptRow<P>[] {
  const tree = treeOf(prompts, headId)
  const rows: PromptRow<P>[] = []
  const open: { readonly lane: number; readonly last: number }[] = []
  for (let at = 0; at < prompts.length; at += 1) {
    const prompt = prompts[at]
    const place = tree.places[at]
    if (!prompt || !place) continue
    while (open.length > 0 && (open.at(-1)?.last ?? 0) < at) open.pop()
    const { lane, isFirst, end, last, prompts: count } = place
    const canFold = isFirst && lane > 0 && end > at
    const isOpen = isWhole || count <= mostUnfolded !== toggled.has(prompt.id)
    const passing = [...new Set(open.filter((line) => line.last > at || line.lane !== lane).map((line) => line.lane))]
    const folded = canFold && !isOpen
    rows.push({
      prompt,
      lane,
      isFirst,
      isLast: folded || last === at,
      isTrunk: tree.trunk.has(prompt.id),
      passing: passing.filter((each) => each !== lane),
      isOpen: canFold ? isOpen : null,
      sums: folded ? sumsOf(prompts.slice(at, end + 1)) : sumsOf([prompt]),
    })
    if (folded) at = end
    else if (isFirst && last > at) open.push({ lane, last })
  }
  return rows
}

interface PlaceIn {
  readonly lane: number
  readonly isFirst: boolean
  /** The last prompt of its own line. */
  readonly last: number
  /** Of the first of a line: the last of what it and its side branches hold, and how many prompts that is. */
  readonly end: number
  readonly prompts: number
}

function treeOf(
  prompts: readonly TreePrompt[],
  headId: string | null,
): { readonly places: readonly PlaceIn[]; readonly trunk: ReadonlySet<string> } {
  const byId = new Map(prompts.map((prompt, at) => [prompt.id, at]))
  const trunk = trunkOf(prompts, byId, headId)
  /** By prompt: the first prompt of its line. */
  const firsts: number[] = []
  const lanes: number[] = []
  const lasts = new Map<number, number>()
  const ends = new Map<number, number>()
  prompts.forEach((prompt, at) => {
    const parent = prompt.continues == null ? undefined : byId.get(prompt.continues)
    const above = parent === undefined ? undefined : prompts[parent]
    const goesOn =
      above !== undefined &&
      (trunk.has(prompt.id) ? trunk.has(above.id) : !trunk.has(above.id) && above.branch.id === prompt.branch.id)
    const first = goesOn && parent !== undefined ? (firsts[parent] ?? at) : at
    firsts.push(first)
    const lane = goesOn
      ? (lanes[first] ?? 0)
      : parent === undefined
        ? trunk.has(prompt.id) || at === 0
          ? 0
          : 1
        : (lanes[parent] ?? 0) + 1
    lanes.push(lane)
    lasts.set(first, at)
    // All that is listed before the line around it goes on belongs to what parted last.
    for (let line: number | undefined = first; line !== undefined;) {
      ends.set(line, at)
      const up: string | null | undefined = prompts[line]?.continues
      const around: number | undefined = up == null ? undefined : byId.get(up)
      line = around === undefined ? undefined : firsts[around]
    }
  })
  const places = prompts.map((_, at) => {
    const first = firsts[at] ?? at
    const end = ends.get(at) ?? at
    return {
      lane: lanes[at] ?? 0,
      isFirst: first === at,
      last: lasts.get(first) ?? at,
      end,
      prompts: end - at + 1,
    }
  })
  return { places, trunk }
}

/** The prompts on the path to the current end; where that is not among them, those that go on from the first. */
function trunkOf(
  prompts: readonly TreePrompt[],
  byId: ReadonlyMap<string, number>,
  headId: string | null,
): ReadonlySet<string> {
  const end = headId === null ? undefined : prompts.find(({ loop }) => loop.last.id === headId)
  const trunk = new Set<string>()
  if (!end) {
    for (const prompt of prompts)
      if (
        trunk.size === 0 ||
        (prompt.continues != null && trunk.has(prompt.continues) && prompt.branch.id === prompts[0]?.branch.id)
      )
        trunk.add(prompt.id)
    return trunk
  }
  for (let prompt: TreePrompt | undefined = end; prompt && !trunk.has(prompt.id);) {
    trunk.add(prompt.id)
    const at: number | undefined = prompt.continues == null ? undefined : byId.get(prompt.continues)
    prompt = at === undefined ? undefined : prompts[at]
  }
  return trunk
}

function sumsOf(prompts: readonly TreePrompt[]): PromptRow<TreePrompt>['sums'] {
  const sum = (of: (prompt: TreePrompt) => number): number => prompts.reduce((total, each) => total + of(each), 0)
  return { prompts: prompts.length, calls: sum(({ loop }) => loop.calls), failures: sum(({ loop }) => loop.failures) }
}
