import { execFileSync } from 'node:child_process'
import { sourcesHash } from '../../bin/ensureBuilt.js'
import { root } from '../root.ts'

/** So many turns there are: what is in rotation is taken by every second, third, fourth, sixth or twelfth of them. */
export const turns = 12
export const divisorsOfTurns: readonly number[] = [2, 3, 4, 6, 12]

/** The turn of a run: what takes turns is run by some and left to others. `null`: everything is run. */
export interface Turn {
  /** From 0. */
  readonly number: number
  /** What picked it, in words. */
  readonly by: string
}

/** Returns the turn that these arguments ask for (`--everything`, `--turn 7`), else the one that the commit's hash picks. */
export function turnOf(args: readonly string[]): Turn | null {
  if (args.includes('--everything')) return null
  const asked = args.find((arg) => arg.startsWith('--turn='))?.slice('--turn='.length)
  if (asked === undefined) return turnOfHash(...hashHere())
  const number = Number(asked)
  if (!/^\d+$/.test(asked) || number < 1 || number > turns)
    throw new Error(`--turn=${asked}: there are turns 1 to ${turns}.`)
  return { number: number - 1, by: 'as asked' }
}

/** Returns the turn that a hash in hexadecimal picks. */
export const turnOfHash = (hash: string, what: string): Turn => ({
  number: Number(BigInt(`0x${hash}`) % BigInt(turns)),
  by: `picked by ${what} ${hash.slice(0, 8)}`,
})

/** The commit; the sources where there is none, as in an unpacked archive. */
function hashHere(): [hash: string, what: string] {
  try {
    const head = execFileSync('git', ['rev-parse', '--verify', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return [head.toString().trim(), 'commit']
  } catch {
    return [sourcesHash(), 'the sources']
  }
}

/** Whether a turn takes the share of that number, of so many. */
export const takes = (turn: Turn, share: number, shares: number): boolean => turn.number % shares === share

/**
 * Returns the share of each of these: those of a group have shares one after the other, so that a turn has about as many of
 * them as any other. The heaviest group comes first, each where it leaves the shares most alike: all turns take about as long.
 */
export function shareOut<T>(
  groups: readonly (readonly T[])[],
  shares: number,
  weightOf: (item: T) => number,
): Map<T, number> {
  const sums = Array.from({ length: shares }, () => 0)
  const begun = sums.map(() => 0)
  const weigh = (group: readonly T[]): number => group.reduce((sum, item) => sum + weightOf(item), 0)
  const taken = new Map<T, number>()
  for (const group of [...groups].sort((a, b) => weigh(b) - weigh(a))) {
    const offset = lightest(sums, begun, group.map(weightOf))
    begun[offset] = (begun[offset] ?? 0) + 1
    group.forEach((item, k) => {
      const share = (offset + k) % shares
      sums[share] = (sums[share] ?? 0) + weightOf(item)
      taken.set(item, share)
    })
  }
  return taken
}

/** Where these weights, one share after the other, leave the sums most alike; of equal places that where fewest have begun. */
function lightest(sums: readonly number[], begun: readonly number[], weights: readonly number[]): number {
  const unevenness = sums.map((_, offset) => {
    const after = [...sums]
    weights.forEach((weight, k) => {
      const share = (offset + k) % sums.length
      after[share] = (after[share] ?? 0) + weight
    })
    return after.reduce((all, sum) => all + sum * sum, 0)
  })
  const least = Math.min(...unevenness)
  const best = [...unevenness.keys()].filter((offset) => unevenness[offset] === least)
  return best.reduce((a, b) => ((begun[b] ?? 0) < (begun[a] ?? 0) ? b : a))
}
