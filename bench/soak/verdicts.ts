import type { Line } from './sample.ts'

/** One thing that a soak shows: that it holds, that it does not, or that this run says nothing about it (null). */
export interface Verdict {
  readonly verdict: string
  readonly holds: boolean | null
  readonly found: string
}

/** What a soak found besides its lines. */
export interface Outcome {
  readonly lines: readonly Line[]
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Codes of errors that no client should see, and how often each came. */
  readonly unexpected: Readonly<Record<string, number>>
  /** What `turngraph verify` ended with, and wrote. */
  readonly verify: { readonly status: number | null; readonly text: string }
  /** Of each server at rest: before the load, and after it. */
  readonly descriptors: { readonly before: readonly number[]; readonly after: readonly number[] }
  /** Most bytes that the write-ahead log may have; null where it has no limit. */
  readonly walLimit: number | null
}

const mebibyte = 1_048_576
const secondsPerHour = 3600
const slopeLimit = 1
const p99Limit = 1.2
/** By how much the data may grow over the second half for a slope of memory to say something. */
const constant = 1.05
/** How much of a short run counts as its first and its last hour. */
const quarter = 0.25

/** Returns the verdicts of a soak. */
export function verdictsOf(outcome: Outcome): Verdict[] {
  const { lines, lost, doubled, unexpected, verify } = outcome
  return [
    none('acknowledged turns lost', lost),
    none('turns doubled', doubled),
    none(
      'errors that no kill explains',
      Object.entries(unexpected).map(([code, times]) => `${times} ${code}`),
    ),
    { verdict: 'verify is clean', holds: verify.status === 0, found: verify.text.trim().split('\n').at(-1) ?? '' },
    slopeOfMemory(lines),
    equalDescriptors(outcome),
    largestLog(outcome),
    latency(lines),
  ]
}

function none(verdict: string, found: readonly string[]): Verdict {
  const shown = found.length > 5 ? [...found.slice(0, 5), `and ${found.length - 5} more`] : found
  return { verdict, holds: found.length === 0, found: found.length === 0 ? '0' : shown.join('; ') }
}

/** A slope that its own error exceeds says nothing, nor does one while the data grows. */
function slopeOfMemory(lines: readonly Line[]): Verdict {
  const verdict = `slope of RSS over the second half below ${slopeLimit} MiB an hour`
  const half = lines.slice(Math.floor(lines.length / 2)).filter(({ servers }) => servers.length > 0)
  const points = half.map(({ seconds, servers }): [number, number] => [
    seconds / secondsPerHour,
    servers.reduce((sum, { rss }) => sum + rss, 0) / servers.length / mebibyte,
  ])
  const { slope, error } = regressionOf(points)
  const found = `${slope.toFixed(1)} MiB an hour, ± ${(2 * error).toFixed(1)}`
  const bytes = (line: Line | undefined) => (line ? line.store.database + line.store.wal : Number.NaN)
  const grown = bytes(half.at(-1)) / bytes(half[0])
  if (grown > constant)
    return { verdict, holds: null, found: `${found}; the data grew by ${Math.round((grown - 1) * 100)} %` }
  if (slope - 2 * error >= slopeLimit) return { verdict, holds: false, found }
  return { verdict, holds: slope + 2 * error < slopeLimit ? true : null, found }
}

/** Returns the slope of a straight line through points, and its standard error. */
export function regressionOf(points: readonly (readonly [number, number])[]): { slope: number; error: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const width = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  const slope = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / width
  const rest = points.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / (points.length - 2) / width) }
}

function equalDescriptors({ descriptors: { before, after } }: Outcome): Verdict {
  const most = Math.max(...before)
  const found = `${before.join(', ')} before the load, ${after.join(', ')} after it`
  return { verdict: 'descriptors at rest as before', holds: after.every((count) => count <= most), found }
}

function largestLog({ lines, walLimit }: Outcome): Verdict {
  const largest = Math.max(0, ...lines.map(({ store }) => store.wal))
  const found = `${Math.round(largest / mebibyte)} MiB at most`
  if (walLimit === null) return { verdict: 'write-ahead log below its limit', holds: null, found }
  const verdict = `write-ahead log below ${Math.round(walLimit / mebibyte)} MiB`
  return { verdict, holds: largest < walLimit, found }
}

function latency(lines: readonly Line[]): Verdict {
  const total = lines.at(-1)?.seconds ?? 0
  const window = Math.min(secondsPerHour, total * quarter)
  const p99Of = (from: number, to: number) => {
    const found = lines.flatMap(({ seconds, p99 }) => (p99 !== null && seconds > from && seconds <= to ? [p99] : []))
    return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN
  }
  const [first, last] = [p99Of(0, window), p99Of(total - window, total)]
  const name = window === secondsPerHour ? 'hour' : 'quarter'
  const verdict = `p99 of the last ${name} within ${p99Limit} of the first`
  const found = `${first.toFixed(1)} and ${last.toFixed(1)} ms, ${(last / first).toFixed(2)}`
  return { verdict, holds: Number.isNaN(last / first) ? null : last / first <= p99Limit, found }
}
