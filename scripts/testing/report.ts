import { partsOf, tableOf } from './profile.ts'
import { list, roughly } from './words.ts'
import { neo4jLinesOf, type Plan } from './plan.ts'
import type { Result } from './runJob.ts'

/** Says what will be run, about how long that takes, and what is left out. */
export function introduction(plan: Plan, parts: readonly string[]): string {
  const { jobs, atOnce, seconds, leftOut } = plan
  const files = new Set(jobs.flatMap((job) => job.files)).size
  const stores = [
    ...(jobs.some(({ store }) => store === 'sqlite') ? ['the embedded store'] : []),
    ...neo4jLinesOf(plan).map((line) => `Neo4j ${line}`),
  ]
  const all = ['npm run test:everything', ...(parts.length > 0 ? ['--', ...parts] : [])].join(' ')
  return [
    ...(files === 0
      ? []
      : [`${count(files, 'test file')} on ${list(stores)}, ${atOnce} at a time: about ${roughly(seconds)}.`]),
    ...(leftOut.length === 0 ? [] : [`Left out: ${list(leftOut)}. \`${all}\` runs everything.`]),
  ].join('\n')
}

const count = (number: number, what: string, several = `${what}s`): string =>
  `${number} ${number === 1 ? what : several}`

/** Says why a job failed, in the words of Node's own reporter. */
export function failureOf({ job, obstacle, output }: Result): string {
  const [, failing] = output.split(/^(?=\S* ?failing tests:)/m)
  const told = failing ?? output.split('\n').slice(-60).join('\n')
  return [`\n✖ ${job.name}`, ...(obstacle === null ? [] : [obstacle]), told.trimEnd(), ''].join('\n')
}

/** Says what took most, what failed, what was skipped for want of what, and last the counts. */
export function closingLines(results: readonly Result[], obstacles: readonly string[]): string {
  const failed = results.filter((each) => each.failed > 0)
  const unstable = results.filter((each) => each.failed === 0 && (each.failedFirst ?? 0) > 0)
  const { stores, heaviest } = partsOf(results)
  const sum = (of: 'passed' | 'failed'): number => results.reduce((all, each) => all + each[of], 0)
  const reasons = results.flatMap((each) => each.skipped)
  const missing = [...obstacles, ...skippedLines(reasons)]
  const unexplained = unexplainedSkips(results)
  const skipped = reasons.length === 0 ? '' : `, ${reasons.length} skipped`
  return [
    ...(results.length > 20 ? ['', 'What took most:', ...tableOf([...heaviest, ...stores])] : []),
    ...(failed.length > 0 ? ['', 'Failed:', ...failed.map(({ job }) => `  ${job.name}`)] : []),
    ...(unstable.length > 0
      ? ['', 'Failed at first and passed when run again, to be mended:', ...unstable.map(({ job }) => `  ${job.name}`)]
      : []),
    ...(missing.length > 0
      ? ['', 'Not run, for want of what this machine does not have:', ...missing.map((line) => `  ${line}`)]
      : []),
    ...(unexplained.length > 0
      ? ['', 'Skipped without a reason, which fails a run:', ...unexplained.map((name) => `  ${name}`)]
      : []),
    '',
    `${sum('passed')} passed, ${sum('failed')} failed${skipped}`,
  ].join('\n')
}

/** Returns the names of jobs in which a test was skipped that gives no reason. */
export const unexplainedSkips = (results: readonly Result[]): string[] =>
  results.filter(({ skipped }) => skipped.includes('')).map(({ job }) => job.name)

/** Returns a line for each reason, with how many tests and suites were skipped for it; most first. */
function skippedLines(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) if (reason !== '') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${count(times, 'test or suite', 'tests and suites')}: ${reason}`)
}
