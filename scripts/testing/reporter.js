import { writeSync } from 'node:fs'
import { processorSeconds } from './processorTime.js'

/** The pipe on which scripts/test.ts listens; what a test prints goes to stdout as ever. */
const pipe = 3
const tell = (/** @type {object} */ event) => writeSync(pipe, `${JSON.stringify(event)}\n`)

/**
 * Tells scripts/test.ts of each test as it ends, and of the processor time in the end.
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} source
 */
export default async function* countingReporter(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isSuite = data.details.type === 'suite'
    if (isSuite && type === 'test:pass' && data.skip === undefined) continue
    const outcome = data.skip !== undefined ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed'
    const reason = typeof data.skip === 'string' ? data.skip : ''
    tell({ outcome, name: data.name, isSuite, ...(outcome === 'skipped' && { reason }) })
  }
  tell({ cpuSeconds: processorSeconds() })
  yield ''
}
