import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { dumpSql } from '../../src/storage/sqlite/contents/dumpSql.ts'
import * as keySql from '../../src/storage/sqlite/writing/keySql.ts'
import { lists } from '../../src/storage/sqlite/lists/listSql.ts'
import { migrate } from '../../src/storage/sqlite/migrations.ts'
import * as reads from '../../src/storage/sqlite/reading/readSql.ts'
import { countUnfolded, dayStatements, foldStatements, rowsOfDays } from '../../src/storage/sqlite/rollups/daySql.ts'
import { addAnswer, addSum, answerParts, dropAnswer, putAnswer } from '../../src/storage/sqlite/rollups/sql.ts'
import { tables } from '../../src/storage/sqlite/schema.ts'
import { endpointExists, relationshipLists } from '../../src/storage/sqlite/records/relationship.ts'
import * as together from '../../src/storage/sqlite/bundles/sql.ts'
import { epochSql } from '../../src/storage/sqlite/reading/observationCache/epochs.ts'
import { walkSql } from '../../src/storage/sqlite/reading/walkSql.ts'
import * as writes from '../../src/storage/sqlite/writing/writeSql.ts'
import { describeOnce } from '../support/stores.ts'
import { newPath } from '../storage/sqlite/folder.ts'

/** Over all tenants by what they are for; nobody's request reaches them. */
const overAll = new Set<unknown>(Object.values(reads.rowCounts))
/** What of a table has no tenant: the registry itself, and a filler. */
const ofNobody = /\b(tenants|disk_space)\b/

const kinds = ['usage', 'tools', 'moves'] as const

/** Every text in what a module exports that is a statement. */
function statementsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(value) ? [value] : []
  if (value instanceof Map) return [...value.values()].flatMap(statementsIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(statementsIn) : []
}

describeOnce('every statement of the embedded store', () => {
  const path = newPath()
  const connection = connect(path, 'writer')
  migrate(connection, path)
  after(() => connection.close())
  const records = Object.values(tables).map(({ byKey, all, writes: written }) => ({ byKey, all, written }))
  const all = [
    reads,
    writes,
    lists,
    records,
    relationshipLists,
    endpointExists,
    together,
    walkSql,
    keySql,
    epochSql,
    dumpSql,
    addSum,
    addAnswer,
    answerParts,
    putAnswer,
    dropAnswer,
    dayStatements,
    foldStatements,
    kinds.map((kind) => rowsOfDays(kind)),
    kinds.map((kind) => countUnfolded(kind)),
  ]
  const statements = [...new Set(all.flatMap((one) => statementsIn({ ...(one as object), text: one })))]

  /** The steps of a plan that read a table otherwise than by the tenant first. */
  const ofNobodys = (sql: string): string[] => {
    const steps = connection.all(`EXPLAIN QUERY PLAN ${sql}`).map((row) => String(row[3]))
    return steps.filter((step) => {
      const [, name = ''] = /^(?:SEARCH|SCAN) (\w+)/.exec(step) ?? []
      if (step.startsWith('SCAN')) return name !== '' && holdsRows(sql, name) && !ofNobody.test(name)
      // Foreign keys are looked up by their own indexes, which begin so too.
      return step.startsWith('SEARCH') && !ofNobody.test(name) && !byTenant.test(step)
    })
  }
  const byTenant = /\((tenant=\?|rowid=\?|rowid[<>]\?|name=\?)/
  const tablesOfRows = connection
    .all("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%tenant%'")
    .map((row) => String(row[0]))
  /** Whether a name in a statement is a table with rows of tenants, or stands for one there. */
  const holdsRows = (sql: string, name: string) =>
    tablesOfRows.includes(name) || tablesOfRows.some((table) => new RegExp(`\\b${table} (AS )?${name}\\b`).test(sql))
  const found = statements.filter((sql) => !overAll.has(sql))

  it('seeks by the tenant first, whatever it reads or changes', () => {
    assert.ok(found.length > 100, String(found.length))
    for (const sql of found) assert.deepEqual(ofNobodys(sql), [], sql)
  })

  it('would be found out if it did so no more at one place', () => {
    let count = 0
    const survivors: string[] = []
    for (const sql of found)
      for (const { index, 0: said } of sql.matchAll(/\b(\w+\.)?tenant = (\?\d*|\w+\.tenant)/g)) {
        count++
        const mutant = `${sql.slice(0, index)}TRUE${sql.slice(index + said.length)}`
        const isKilled = () => {
          try {
            return ofNobodys(mutant).length > 0
          } catch {
            // An index that is named cannot be used any more.
            return true
          }
        }
        if (!isKilled()) survivors.push(`${said} in ${sql}`)
      }
    assert.ok(count > 100, String(count))
    assert.deepEqual(survivors, [])
  })

  it('adds no row without its tenant', () => {
    for (const sql of statements.filter((text) => /^\s*INSERT/.test(text) && !ofNobody.test(text.split('(')[0] ?? '')))
      assert.match(sql, /INSERT (OR \w+ )?INTO \w+ \(tenant\b/, sql)
  })
})
