/** Something an import met that a person should know: where, what, in words. */
export interface Finding {
  readonly line: number | null
  readonly code: string
  readonly message: string
}

/** Collects findings in bounded memory: the first ones of each code, and how many more there were. */
export interface Findings {
  add(line: number | null, code: string, message: string): void
  /** As `add`, but only the first time for these words. */
  once(line: number | null, code: string, message: string): void
  list(): Finding[]
}

/** Returns an empty collection that keeps `perCode` findings of each code. */
export function createFindings(perCode = 100): Findings {
  const findings: Finding[] = []
  const counts = new Map<string, number>()
  const reported = new Set<string>()
  const add = (line: number | null, code: string, message: string): void => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    if (count <= perCode) findings.push({ line, code, message })
  }
  return {
    add,
    once(line, code, message) {
      const words = `${code}\n${message}`
      if (reported.has(words) || reported.size >= 10_000) return
      reported.add(words)
      add(line, code, message)
    },
    list() {
      const more = [...counts].filter(([, count]) => count > perCode)
      const rest = more.map(([code, count]) => ({ line: null, code, message: `And ${count - perCode} more of these.` }))
      return [...findings, ...rest]
    },
  }
}
