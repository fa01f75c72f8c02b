import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { documentFolders } from '../../scripts/generate.ts'
import { documentsModule } from '../../scripts/generate/documents.ts'
import * as documents from '../../src/client/documents/generated.ts'
import { schemaText } from '../../src/graphql/schema.ts'

describe('the operations of the client', () => {
  const schema = buildSchema(schemaText())
  for (const [name, text] of Object.entries(documents))
    it(`are of the schema: ${name}`, () => assert.deepEqual(validate(schema, parse(text)), []))

  it('cannot be generated for a schema that has not what they ask for', async () => {
    const other = parse(schemaText().replace('leftTranscript: Int!', 'left: Int!'))
    for (const folder of documentFolders) await assert.rejects(documentsModule(other, folder), /leftTranscript/)
  })
})
