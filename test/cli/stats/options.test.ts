import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Command } from 'commander'
import { addTableOptions, dimensions, filterOf, type StatsOptions } from '../../../src/cli/stats/options.ts'
import fc from '../../support/properties.ts'

/** What `stats` reads of these words. */
function read(...args: string[]): StatsOptions {
  const command = addTableOptions(new Command('stats').exitOverride().configureOutput({ writeErr: () => undefined }))
  return command.parse(args, { from: 'user' }).opts<StatsOptions>()
}
const invalid = { code: 'commander.invalidArgument' }

describe('options of a table', () => {
  it('take one to three dimensions, in any case', () => {
    assert.deepEqual(read('--by', 'week').by, ['week'])
    assert.deepEqual(read('--by', 'Week, MODEL,fork_depth').by, ['week', 'model', 'fork-depth'])
    for (const by of ['', 'year', 'week,', 'week,week', 'day,week,model,role', 'toString'])
      assert.throws(() => read('--by', by), invalid, by)
  })

  it('take any dimensions in the order in which they are given', () => {
    const some = fc.shuffledSubarray(Object.keys(dimensions), { minLength: 1, maxLength: 3 })
    fc.assert(fc.property(some, (names) => assert.deepEqual(read('--by', names.join(',')).by, names)))
  })

  it('take a whole day where a day is given: from its beginning, to its end; else the time', () => {
    const { from, to } = read('--from', '2026-01-31', '--to', '2026-02-01')
    assert.deepEqual([from, to], ['2026-01-31T00:00:00Z', '2026-02-01T23:59:59.999999999Z'])
    assert.equal(read('--to', '2026-02-01T08:00:00Z').to, '2026-02-01T08:00:00Z')
  })

  it('rank by one measure, which no other table goes with, and list 20 rows where no number is given', () => {
    assert.equal(read('--top', 'COST').top, 'cost')
    assert.throws(() => read('--top', 'cost', '--by', 'day'), { code: 'commander.conflictingOption' })
    assert.throws(() => read('--top', 'cost', '--tools'), { code: 'commander.conflictingOption' })
    assert.equal(read().limit, 20)
    assert.throws(() => read('--limit', '1001'), invalid)
  })
})

describe('what of the store a table counts', () => {
  const options = (more: Partial<StatsOptions> = {}) => ({ limit: 20, ...more })

  it('is all of it, experiments aside, where nothing is given', () => {
    assert.deepEqual(filterOf(options(), undefined), { includeExperiments: false })
    assert.equal(filterOf(options({ experiments: true }), undefined).includeExperiments, true)
  })

  it('is one conversation, an experiment too, within times', () => {
    assert.deepEqual(filterOf(options({ from: 'a', to: 'b' }), 'trip'), {
      ...{ conversationIds: ['trip'], from: 'a', to: 'b', includeExperiments: true },
    })
  })
})
