import { writeSync } from 'node:fs'
import { processorSeconds } from './processorTime.js'

/** The pipe on which scripts/test.ts listens; what a test prints goes to stdout as ever. */
const pipe = 3
const tell = (/** @type {object} */ event) => writeSync(pipe, `${JSON.stringify(event)}\n`)

/**
 * Tells scripts/test.ts of each test as it ends, and of the processor time of each that stands in no other, with its file.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* countingReporter(source) {
  let told = 0
  /** What the last test stood in: suites of each store are described by what all files share. */
  let file = ''
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.file?.endsWith('.test.ts')) file = data.file
    const isSuite = data.details.type === 'suite'
    const outcome = data.skip !== undefined ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed'
    const reason = typeof data.skip === 'string' ? data.skip : ''
    if (!isSuite || outcome !== 'passed') tell({ outcome, isSuite, ...(outcome === 'skipped' && { reason }) })
    if (data.nesting > 0) continue
    const cpuSeconds = processorSeconds()
    tell({ file, seconds: data.details.duration_ms / 1000, cpuSeconds: cpuSeconds - told })
    told = cpuSeconds
  }
  yield ''
}
