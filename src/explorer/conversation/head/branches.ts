import type { BranchFactsFragment } from '../../documents/generated.ts'

/** A branch, as the picker and the tags show it. */
export type Branch = BranchFactsFragment

/** Returns a branch's place among the colours: the current one's is 0, the others' follow in the order in which they part. */
export function branchColours(branches: readonly Branch[]): ReadonlyMap<string, number> {
  const others = branches.filter(({ isCurrent }) => !isCurrent)
  const inOrder = [...others].sort((a, b) => (a.after?.turn ?? 0) - (b.after?.turn ?? 0))
  const current = branches.filter(({ isCurrent }) => isCurrent)
  return new Map([...current, ...inOrder].map(({ id }, at) => [id, at]))
}

/** Returns the branch that is read: the one that ends at the place shown, else the one that its last prompt lies on. */
export function branchRead(branches: readonly Branch[], at: string | null, last: string | null): Branch | null {
  const current = branches.find(({ isCurrent }) => isCurrent) ?? null
  if (at === null) return current
  return branches.find(({ end }) => end.id === at) ?? branches.find(({ id }) => id === last) ?? null
}

/** Returns the branch before or after one; behind the last the first. Null where there is no other. */
export function branchBeside(branches: readonly Branch[], id: string | null, step: 1 | -1): Branch | null {
  if (branches.length < 2) return null
  const at = branches.findIndex((branch) => branch.id === id)
  return branches[(at + step + branches.length) % branches.length] ?? null
}
