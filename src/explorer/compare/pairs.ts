/** A turn of one side, as pairing needs it. */
export interface Compared {
  readonly role?: string | null | undefined
  readonly text: string
  readonly erased?: boolean
  readonly message?: { readonly id: string } | null | undefined
  readonly content: readonly {
    readonly __typename: string
    readonly name?: string
    readonly isError?: boolean
  }[]
}

/** What was asked, what that set off, and how it was answered. */
export interface Section<E extends Compared> {
  readonly prompt: E | null
  readonly calls: number
  readonly failures: number
  readonly tools: readonly string[]
  readonly answer: E | null
}

/** Sections that stand side by side; null: nothing on this side. */
export interface Pair<E extends Compared> {
  readonly left: Section<E> | null
  readonly right: Section<E> | null
}

/** Beyond this many a side, sections stand side by side in their order. */
const mostAligned = 400

/** Returns the turns of a side as sections, each begun by what a user said. */
export function sectionsOf<E extends Compared>(entries: readonly E[]): readonly Section<E>[] {
  const sections: {
    prompt: E | null
    calls: number
    failures: number
    tools: Map<string, number>
    answer: E | null
  }[] = []
  for (const entry of entries) {
    const isSaid = entry.text.trim() !== '' || entry.erased === true
    const begins = entry.role === 'USER' && isSaid
    if (begins || sections.length === 0)
      sections.push({ prompt: begins ? entry : null, calls: 0, failures: 0, tools: new Map(), answer: null })
    const section = sections.at(-1)
    if (!section || begins) continue
    for (const { __typename, name, isError } of entry.content) {
      if (__typename === 'ToolCallBlock') {
        section.calls += 1
        section.tools.set(name ?? '', (section.tools.get(name ?? '') ?? 0) + 1)
      }
      if (__typename === 'ToolResultBlock' && isError === true) section.failures += 1
    }
    if (entry.role === 'ASSISTANT' && isSaid) section.answer = entry
  }
  return sections.map((section) => ({
    ...section,
    tools: [...section.tools].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`),
  }))
}

/** Returns the sections of both sides, those that ask the same or nearly so side by side; each stands once, in its order. */
export function pairRows<E extends Compared>(
  left: readonly Section<E>[],
  right: readonly Section<E>[],
): readonly Pair<E>[] {
  const pairs: Pair<E>[] = []
  let [a, b] = [0, 0]
  const beside = (toA: number, toB: number): void => {
    while (a < toA || b < toB) {
      pairs.push({ left: a < toA ? (left[a] ?? null) : null, right: b < toB ? (right[b] ?? null) : null })
      a = Math.min(a + 1, toA)
      b = Math.min(b + 1, toB)
    }
  }
  for (const [atA, atB] of anchorsOf(left, right)) {
    beside(atA, atB)
    pairs.push({ left: left[a] ?? null, right: right[b] ?? null })
    a += 1
    b += 1
  }
  beside(left.length, right.length)
  return pairs
}

/** The longest row of sections that both sides have in the same order. */
function anchorsOf<E extends Compared>(
  left: readonly Section<E>[],
  right: readonly Section<E>[],
): readonly (readonly [number, number])[] {
  if (left.length > mostAligned || right.length > mostAligned) return []
  const [words, others] = [left.map(wordsOf), right.map(wordsOf)]
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  const isSame = (a: number, b: number): boolean => alike(left[a], right[b], words[a] ?? none, others[b] ?? none)
  const at = (a: number, b: number): number => lengths[a]?.[b] ?? 0
  for (let a = left.length - 1; a >= 0; a -= 1)
    for (let b = right.length - 1; b >= 0; b -= 1) {
      const row = lengths[a]
      if (row) row[b] = isSame(a, b) ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
    }
  const results: (readonly [number, number])[] = []
  let [a, b] = [0, 0]
  while (a < left.length && b < right.length) {
    if (isSame(a, b) && at(a, b) === at(a + 1, b + 1) + 1) {
      results.push([a, b])
      a += 1
      b += 1
    } else if (at(a + 1, b) >= at(a, b + 1)) a += 1
    else b += 1
  }
  return results
}

const none: ReadonlySet<string> = new Set()

function wordsOf<E extends Compared>({ prompt }: Section<E>): ReadonlySet<string> {
  return new Set((prompt?.text ?? '').slice(0, 4_000).toLowerCase().split(/\s+/).slice(0, 200))
}

function alike<E extends Compared>(
  a: Section<E> | undefined,
  b: Section<E> | undefined,
  words: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean {
  if (!a?.prompt || !b?.prompt) return a?.prompt == null && b?.prompt == null
  if (a.prompt.message != null && a.prompt.message.id === b.prompt.message?.id) return true
  if (a.prompt.text === b.prompt.text) return true
  let shared = 0
  for (const word of words) if (others.has(word)) shared += 1
  return shared >= 0.6 * Math.max(words.size, others.size)
}
