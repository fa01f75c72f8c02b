import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Neo4jError } from 'neo4j-driver'
import { takesWrites } from '../../scripts/neo4j/login.ts'

const failing = (code: string) => () => Promise.reject(new Neo4jError('No.', code, '', ''))

describe('a Neo4j for development is ready', () => {
  it('when it takes a write that leaves nothing', async () => {
    const asked: string[] = []
    assert.equal(await takesWrites((statement) => Promise.resolve(asked.push(statement))), true)
    assert.deepEqual(asked, ['CREATE (probe) DELETE probe'])
  })

  it('not while it answers reads alone, or nothing', async () => {
    const codes = [
      'Neo.ClientError.General.WriteOnReadOnlyAccessDatabase',
      'Neo.TransientError.General.DatabaseUnavailable',
    ]
    for (const code of [...codes, 'ServiceUnavailable']) assert.equal(await takesWrites(failing(code)), false)
  })

  it('never with a wrong password', async () => {
    await assert.rejects(takesWrites(failing('Neo.ClientError.Security.Unauthorized')))
  })
})
