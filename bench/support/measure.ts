/** Something that is timed. */
export type Work = () => unknown
/** Makes the work of one round; making it is not timed. */
export type Contender = (round: number) => Work | Promise<Work>

/**
 * Lets contenders run in turns, so that whatever else the machine does meets all of them alike. Their order rotates (A, B,
 * C, then B, C, A …): what runs right after another finds its caches warm, and so each does as often as the others.
 * Where one needs what another has just done, they stay in their order. Answers the times of each in milliseconds; rounds that warm up,
 * a tenth of them where nothing else is said, go before and are left out.
 */
export async function inTurns<N extends string>(
  contenders: Readonly<Record<N, Contender>>,
  rounds: number,
  rotates = true,
  warmUp = warmUpOf(rounds),
): Promise<Record<N, number[]>> {
  const names = Object.keys(contenders) as N[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<N, number[]>
  for (let round = 0; round < rounds + warmUp; round++) {
    for (const k of names.keys()) {
      const name = names[(rotates ? k + round : k) % names.length] as N
      const time = await timed(await contenders[name](round))
      if (round >= warmUp) times[name].push(time)
    }
  }
  return times
}

/** Returns how many rounds before those that count only warm up. */
export const warmUpOf = (rounds: number): number => Math.ceil(rounds / 10)

/** Returns how many milliseconds the work took. */
export async function timed(work: Work): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** Returns the value below which that share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Runs `count` works, so many of them beside each other. */
export async function beside(count: number, width: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

/** How many stretches of the rounds a figure's spread is told over. */
const stretches = 5

/** Returns what a measure of times that were taken in the same rounds comes to in each of five stretches of them. */
export function perStretch<const A extends readonly (readonly number[])[]>(
  all: A,
  measure: (parts: A) => number,
): number[] {
  const part = (times: readonly number[], k: number) =>
    times.slice(Math.floor((k * times.length) / stretches), Math.floor(((k + 1) * times.length) / stretches))
  return Array.from({ length: stretches }, (_, k) => measure(all.map((times) => part(times, k)) as unknown as A))
}
