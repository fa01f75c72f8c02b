import type { PromptRow } from './promptRows.ts'
import type { Fork, TreePrompt } from './usePromptTree.ts'

type Row = PromptRow<TreePrompt>

/** Says whether a row's words begin with others, in whatever case. */
export function begins({ prompt }: Row, words: string): boolean {
  return prompt.text.trimStart().toLowerCase().startsWith(words.toLowerCase())
}

/** Returns the row that a key leads to; null for another key. */
export function moveOf(key: string, rows: readonly Row[], at: number): number | null {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at - 1
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowLeft': {
      if (!row || row.isOpen === true || row.lane === 0) return null
      for (let above = at - 1; above >= 0; above -= 1) if ((rows[above]?.lane ?? 0) < row.lane) return above
      return null
    }
    default:
      return null
  }
}

/** By lane, the colour of the line that runs past a row: that of the nearest row above on that lane. */
export function lineColours(rows: readonly Row[], at: number, colours: ReadonlyMap<string, number>): readonly string[] {
  const results: string[] = []
  const { passing = [] } = rows[at] ?? {}
  for (const lane of passing) {
    for (let above = at - 1; above >= 0; above -= 1) {
      const row = rows[above]
      if (row?.lane !== lane) continue
      results[lane] = `var(--b${(row.isTrunk ? 0 : (colours.get(row.prompt.branch.id) ?? 0)) % 8})`
      break
    }
  }
  return results
}

/** By prompt, the forks that part from what it set off. */
export function forksByRow(rows: readonly Row[], forks: readonly Fork[]): ReadonlyMap<string, readonly Fork[]> {
  const results = new Map<string, Fork[]>()
  const byPlace = new Map(
    rows.flatMap(({ prompt }) => [prompt.id, prompt.loop.last.id].map((id) => [id, prompt.id] as const)),
  )
  const trunk = rows.filter(({ isTrunk }) => isTrunk)
  for (const fork of forks) {
    const { observation, turn } = fork.forkedFrom ?? {}
    const near = trunk.findLast(({ prompt }) => (prompt.observation?.turn ?? 0) <= (turn ?? 0))
    const id = byPlace.get(observation?.id ?? '') ?? near?.prompt.id
    if (id !== undefined) results.set(id, [...(results.get(id) ?? []), fork])
  }
  return results
}
