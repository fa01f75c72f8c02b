import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StoreRefused } from '../../../../src/storage/errors.ts'
import { StoreHalted, StoreUnavailable } from '../../../../src/storage/graphStore.ts'
import { openError } from '../../../../src/storage/neo4j/connection/openErrors.ts'

const address = { uri: 'neo4j://db:7687', user: 'ann', password: 'secret', database: 'graph' }
const failed = (code: string) => Object.assign(new Error('The server said so.'), { code })
function refused(code: string): StoreRefused {
  const cause = failed(code)
  const error = openError(cause, address)
  assert.ok(error instanceof StoreRefused)
  assert.equal(error.cause, cause)
  assert.doesNotMatch(error.message, /secret/)
  return error
}

describe('what keeps a Neo4j from being opened', () => {
  it('is named with what to set right: the password, a password to change, the database', () => {
    for (const code of ['Unauthorized', 'AuthenticationRateLimit'])
      assert.match(refused(`Neo.ClientError.Security.${code}`).message, /neo4j:\/\/db:7687 .*"ann".*NEO4J_PASSWORD/)
    assert.match(refused('Neo.ClientError.Security.CredentialsExpired').message, /password of "ann" changed first/)
    assert.match(refused('Neo.ClientError.Database.DatabaseNotFound').message, /no database "graph"/)
  })

  it('is the address where nothing answers there', () => {
    const error = openError(new StoreUnavailable('lost'), address)
    assert.ok(error instanceof StoreUnavailable && !(error instanceof StoreRefused))
    assert.match(error.message, /cannot be reached at neo4j:\/\/db:7687/)
  })

  it('is anything else as it is', () => {
    for (const error of [
      new StoreHalted('halted'),
      failed('Neo.ClientError.Statement.SyntaxError'),
      new Error('x'),
      'words',
      null,
    ])
      assert.equal(openError(error, address), error)
  })
})
