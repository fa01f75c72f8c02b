import { readFileSync } from 'node:fs'
import { profileVariable, rowOf } from './testing/report.ts'

// Says last, for .ci/run, what took how long; takes how many seconds it all took.
const path = process.env[profileVariable]
if (path === undefined) throw new Error(`${profileVariable} names no file.`)
const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
const isCount = (line: string): boolean => / passed, \d+ failed/.test(line)
/** What bash writes has tabs, and the processor time of a program and of the system. */
const row = (line: string): string => {
  const [name = '', seconds, cpu] = line.split('\t')
  return cpu === undefined
    ? line
    : rowOf(
        Number(seconds),
        cpu.split('+').reduce((sum, each) => sum + Number(each), 0),
        '-',
        name,
      )
}
const rows = lines.filter((line) => !isCount(line)).map(row)
console.log(['', 'What each part took:', rowOf('seconds', 'processor', 'store', 'part'), ...rows].join('\n'))
console.log([`${process.argv[2]} s, all of it.`, '', ...lines.filter(isCount)].join('\n'))
