import { randomFrom } from '../../../support/random.ts'

/** Returns the items in another order, the same for the same seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomFrom(seed)
  const all = [...items]
  for (let k = all.length - 1; k > 0; k--) {
    const at = random.below(k + 1)
    ;[all[k], all[at]] = [all[at] as T, all[k] as T]
  }
  return all
}
