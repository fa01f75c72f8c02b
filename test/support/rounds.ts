/** Returns how often a test that meets random moments is repeated: so often, or as TEST_ROUNDS says for a longer search. */
export const roundsOr = (usual: number): number => Number(process.env['TEST_ROUNDS'] ?? usual)

const isEverything = process.env['TEST_EXTENT'] === 'everything'

/** Returns how much of something a test tries: the whole in a run of everything, less where somebody waits for it. */
export const wholeOr = (whole: number, less: number): number => (isEverything ? whole : less)

/** Returns how much of something a test does: the whole by `npm run test:everything -- --long`, else less. */
export const longOr = <T>(whole: T, less: T): T => (process.env['TEST_LONG'] === '1' ? whole : less)

/** Seconds of the processor that a property draws for; `numRuns` is how often it does at most. */
export const secondsOfProperty = longOr(600, isEverything ? 20 : 0.5)

/** Returns so many seeds: the first ones, or those that `PROPERTY_SEED=7` moves on to; the same run has the same. */
export function seedsOfRun(each: number): number[] {
  const seed = Number(process.env['PROPERTY_SEED'] ?? 0)
  const first = Number.isSafeInteger(seed) ? seed * each + 1 : 1
  return Array.from({ length: each }, (_, i) => first + i)
}
