/** Every text of Cypher that finds or makes nodes says whose they are: read from the sources, so that none is forgotten. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeOnce } from '../support/stores.ts'
import { cypherTexts, ofNobody } from './support/cypher.ts'

/** What is over all tenants by what it is for, and why. No request reaches it but by a key's id. */
const overAll: readonly (readonly [RegExp, RegExp, string])[] = [
  [/registry\.ts$/, /:(Tenant|ApiKey|ReceiptKey)\b/, 'the registry itself'],
  [/tenantNodes\.ts$/, /^\((:Tenant \{|\$\{node\})/, 'the nodes of a tenant that is being erased, label by label'],
  [/(cypherShort|loadCypher)\.ts$/, /:Tenant \{name: /, 'the state of the tenant itself, by its name'],
  [/peers\.ts$/, /:Server\b|datetime\(\)/, 'servers on the database, which are of no tenant'],
  [/(migrations|writerGuard)\.ts$/, /:SchemaVersion\b/, 'the version of the store'],
  [/rowCounts\.ts$/, /./, 'the counts of the whole store, for its operator'],
  [/search\/neo4j\/cypher\.ts$/, /:SearchMark\b/, 'which words the index has'],
  [/search\/neo4j\/cypher\.ts$/, /^\((o:Observation|c:Conversation)$/, 'what the index is made anew of'],
  [/(label|searchIndex)\.ts$/, /^\((n:\$\{label\}|o:Observation)$/, 'a constraint or an index'],
]

describeOnce('every text of Cypher', () => {
  const texts = [...cypherTexts('src/storage/neo4j'), ...cypherTexts('src/search/neo4j')]

  it('says whose the nodes are that it finds or makes', () => {
    assert.ok(texts.length > 60, String(texts.length))
    const found = texts.flatMap((one) => ofNobody(one).map((shown) => [one.file, shown] as const))
    const unexpected = found.filter(([file, shown]) => !overAll.some(([of, what]) => of.test(file) && what.test(shown)))
    assert.deepEqual(unexpected, [])
    for (const [of, what, why] of overAll)
      assert.ok(
        found.some(([file, shown]) => of.test(file) && what.test(shown)),
        why,
      )
  })

  it('is found out when it says so no more, wherever it does', () => {
    let count = 0
    for (const { file, text } of texts)
      for (const { index, 0: said } of text.matchAll(
        /\{\s*tenant: (?:\$q|r|x)\.tenant,?|\S+\.tenant = (?:\$q|r|x)\.tenant/g,
      )) {
        const without = said.startsWith('{') ? '{' : 'true'
        const mutant = text.slice(0, index) + without + text.slice(index + said.length)
        assert.ok(ofNobody({ text: mutant }).length > ofNobody({ text }).length, `${file}: ${said} of\n${text}`)
        count++
      }
    assert.ok(count > 100, String(count))
  })

  it('is found out when it takes others besides', () => {
    let count = 0
    for (const { file, text } of texts)
      for (const { index, 0: said, 1: name = '' } of text.matchAll(
        /\bWHERE (\w+)\.tenant = (?:\$q|r|x)\.tenant(?! *\))/g,
      )) {
        const mutant = `${text.slice(0, index)}${said} OR ${name}.id = $q.id${text.slice(index + said.length)}`
        assert.ok(ofNobody({ text: mutant }).length > ofNobody({ text }).length, `${file}: ${said} of\n${text}`)
        count++
      }
    assert.ok(count > 15, String(count))
  })
})
