import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isStore, schemes } from '../../src/config/storeAddress.ts'

it('a store is sqlite, or an address of a Neo4j server with a host', () => {
  assert.ok(isStore('sqlite'))
  for (const scheme of schemes) assert.ok(isStore(`${scheme}://db.example:7687`), scheme)
  for (const wrong of ['', 'SQLite', 'http://a', 'neo4j', 'neo4j://', 'bolt:a', 'sqlite,bolt://a', '/data'])
    assert.ok(!isStore(wrong), wrong)
})

it('an address has no user and no password in it', () => {
  for (const wrong of ['neo4j://me@a', 'neo4j://me:pass@a', 'bolt://:pass@a', 'neo4j://a,neo4j://me:pass@b'])
    assert.ok(!isStore(wrong), wrong)
})

it('only a cluster has several addresses, all with the same scheme', () => {
  assert.ok(isStore('neo4j://a, neo4j://b:7688'))
  assert.ok(isStore('neo4j+s://a,neo4j+s://b'))
  for (const wrong of ['bolt://a,bolt://b', 'neo4j://a,neo4j+s://b', 'neo4j://a,', ',neo4j://a', 'neo4j://a,bolt://b'])
    assert.ok(!isStore(wrong), wrong)
})
