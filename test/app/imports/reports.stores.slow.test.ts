import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Api } from '../../graphql/support/api.ts'
import { forEachStore } from '../../graphql/support/forEachStore.ts'
import { openReports } from '../../support/openReports.ts'
import { reportFaults } from '../../support/reportFaults.ts'
import { noReports, reportCases } from '../../support/reports.ts'

// `npm run reports -- KIND` asks for one kind.
const cases = reportCases(process.env['REPORTS'])

await forEachStore('reports of users', (start) => {
  let api: Api
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  for (const one of cases)
    it(`${one.kind}: ${one.id}`, async () => {
      const faults = await reportFaults(api, one)
      if (openReports.has(one.id)) assert.notDeepEqual(faults, [], `${one.id} passes: take it off the list.`)
      else assert.deepEqual(faults, [], one.why)
    })

  it('are all there, and no other is listed as open', { skip: noReports }, () => {
    assert.ok(cases.length > 0)
    const known = new Set(reportCases().map(({ id }) => id))
    assert.deepEqual(
      [...openReports].filter((id) => !known.has(id)),
      [],
    )
  })
})
