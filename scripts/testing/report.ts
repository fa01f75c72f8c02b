import { appendFileSync } from 'node:fs'
import { neo4jLinesOf, type Plan } from './plan.ts'
import type { Result, Took } from './runJob.ts'

/** The variable that names the file to which the parts of a run of CI write a row each of what they took. */
export const profileVariable = 'TURNGRAPH_PROFILE'

/** Returns a list as a person writes it. */
const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const count = (number: number, what: string, several = `${what}s`): string =>
  `${number} ${number === 1 ? what : several}`

/** Says what will be run, what values properties draw, and what is left out. */
export function introduction(plan: Plan, parts: readonly string[], seed: string): string {
  const { jobs, atOnce, leftOut } = plan
  const files = new Set(jobs.flatMap((job) => job.files)).size
  const stores = [
    ...(jobs.some(({ store }) => store === 'sqlite') ? ['the embedded store'] : []),
    ...neo4jLinesOf(plan).map((line) => `Neo4j ${line}`),
  ]
  const all = ['npm run test:everything', ...(parts.length > 0 ? ['--', ...parts] : [])].join(' ')
  const runs = `${count(files, 'test file')} on ${list(stores)}, ${atOnce} processes at a time, PROPERTY_SEED=${seed}.`
  return [
    ...(files === 0 ? [] : [runs]),
    ...(leftOut.length === 0 ? [] : [`Left out: ${list(leftOut)}. \`${all}\` runs everything.`]),
  ].join('\n')
}

/** Says why a job failed, in the words of Node's own reporter. */
export function failureOf({ job, obstacle, output }: Result): string {
  const [, failing] = output.split(/^(?=\S* ?failing tests:)/m)
  const told = failing ?? output.split('\n').slice(-60).join('\n')
  return [`\n✖ ${job.name}`, ...(obstacle === null ? [] : [obstacle]), told.trimEnd(), ''].join('\n')
}

/** Returns a row of the table of what took how long: seconds, seconds of the processor, the store and what it was. */
export const rowOf = (seconds: number | string, cpuSeconds: number | string, store: string, name: string): string =>
  [
    ...[seconds, cpuSeconds].map((each) => (typeof each === 'number' ? each.toFixed(1) : each).padStart(10)),
    store.padEnd(8),
    name,
  ].join('  ')

/** Returns the rows of the 25 files that took most, and one a store, of all that ran on it. */
export function tableOf(results: readonly Result[]): { readonly files: string[]; readonly stores: string[] } {
  const each = results.flatMap(({ job, took }) =>
    Object.entries(took).map(([path, { seconds, cpuSeconds }]) => ({ store: job.store, path, seconds, cpuSeconds })),
  )
  const heaviest = [...each].sort((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, 25)
  const stores = [...new Set(each.map(({ store }) => store))].map((store) => {
    const all = each.filter((file) => file.store === store)
    const sum = (of: keyof Took[string]) => all.reduce((total, file) => total + file[of], 0)
    return rowOf(sum('seconds'), sum('cpuSeconds'), store, `tests on Node ${process.versions.node}, added up`)
  })
  return { files: heaviest.map((of) => rowOf(of.seconds, of.cpuSeconds, of.store, of.path)), stores }
}

/** Keeps rows for the end of a run of CI; does nothing where no file is named. */
export function keepRows(rows: readonly string[], path = process.env[profileVariable]): void {
  if (path !== undefined) appendFileSync(path, rows.map((row) => `${row}\n`).join(''))
}

/** Says what took most, what failed, what was skipped for want of what, and last the counts. */
export function closingLines(results: readonly Result[], obstacles: readonly string[]): string[] {
  const failed = results.filter((each) => each.failed > 0)
  const { files, stores } = tableOf(results)
  const sum = (of: 'passed' | 'failed'): number => results.reduce((all, each) => all + each[of], 0)
  const reasons = results.flatMap((each) => each.skipped)
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
  return [
    ...(files.length > 5
      ? section('What took most:', [rowOf('seconds', 'processor', 'store', 'part'), ...files, ...stores])
      : []),
    ...section(
      'Failed:',
      failed.map(({ job }) => job.name),
    ),
    ...section('Not run, for want of what this machine does not have:', [...obstacles, ...reasonLines(reasons)]),
    ...section('Skipped without a reason, which fails a run:', unexplainedSkips(results)),
    '',
    `${sum('passed')} passed, ${sum('failed')} failed${reasons.length === 0 ? '' : `, ${reasons.length} skipped`}`,
  ]
}

/** Returns the names of jobs in which a test was skipped that gives no reason. */
export const unexplainedSkips = (results: readonly Result[]): string[] =>
  results.filter(({ skipped }) => skipped.includes('')).map(({ job }) => job.name)

/** Returns a line for each reason, with how many tests and suites were skipped for it; most first. */
function reasonLines(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) if (reason !== '') counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${count(times, 'test or suite', 'tests and suites')}: ${reason}`)
}
