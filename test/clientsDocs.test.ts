import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { buildSchema, isAbstractType, isInterfaceType, isObjectType, type GraphQLNamedType } from 'graphql'
import { root } from '../scripts/root.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/clients.md')
const schema = buildSchema(read('schema.graphql'))

const printed = [...page.matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm)].map(([, path = '', text = '']) => ({ path, text }))

describe('the page about clients', () => {
  it('prints every file of settings as it is', () => {
    for (const { path, text } of printed) assert.equal(text, read(path), path)
    const settings = readdirSync(join(root, 'test/clients/settings')).map((name) => `test/clients/settings/${name}`)
    assert.deepEqual(
      settings.filter((path) => !printed.some((each) => each.path === path)),
      [],
    )
  })

  it('prints the three settings of Relay', () => {
    const { schemaConfig } = JSON.parse(read('test/clients/relay.config.json')) as { schemaConfig: object }
    assert.deepEqual(schemaConfig, { nodeInterfaceIdField: 'nodeId', nodeInterfaceIdVariableName: 'nodeId' })
    const said = page.replaceAll(/\s+/g, ' ')
    for (const setting of [
      '`nodeInterfaceIdField: "nodeId"`',
      '`nodeInterfaceIdVariableName: "nodeId"`',
      '`getDataID: r => r.nodeId`',
    ])
      assert.ok(said.includes(setting), setting)
  })

  it('names the types that the schema has behind each interface and union', () => {
    const text = /const possibleTypes = (\{[^]*?^\})/m.exec(read('test/clients/settings/apollo.ts'))?.[1] ?? ''
    const named = [...text.matchAll(/(\w+): \[([^\]]*)\]/g)].map(([, type = '', members = '']) => [
      type,
      members.match(/\w+/g)?.sort(),
    ])
    const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType)
    const wanted = abstract.map((type) => [
      type.name,
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .sort(),
    ])
    assert.deepEqual(Object.fromEntries(named), Object.fromEntries(wanted))
  })

  it('names lists that the schema has, with every argument that makes another list of one', () => {
    for (const name of ['apollo', 'urql']) {
      const lists = listsOf(read(`test/clients/settings/${name}.ts`))
      assert.ok(lists.length >= 10)
      for (const { type, field, keyArgs } of lists) {
        const found = fieldsOf(schema.getType(type))[field]
        assert.match(String(found?.type), /Connection!$/, `${type}.${field}`)
        const others = found?.args.map((argument) => argument.name).filter((each) => !paging.includes(each))
        if (name === 'apollo') assert.deepEqual(new Set([...keyArgs, ...(others ?? [])]), new Set(keyArgs), field)
      }
    }
  })
})

const paging = ['first', 'after', 'last', 'before']

const fieldsOf = (type: GraphQLNamedType | undefined) =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}

/** The lists that settings name: `Type: { fields: { list: …(['argument']) } }`, with or without `fields`. */
function listsOf(text: string): { type: string; field: string; keyArgs: string[] }[] {
  const policies = /const (?:typePolicies|resolvers) = \{\n([^]*?)^\}/m.exec(text)?.[1] ?? ''
  return policies.split(/^ {2}(?=[A-Z])/m).flatMap((part) => {
    const type = /^\w+/.exec(part)?.[0]
    const fields = part.matchAll(/(\w+): (?:list\b|relay(?:Style)?Pagination\((?:\[([^\]]*)\])?\))/g)
    return type === undefined
      ? []
      : [...fields].map(([, field = '', keys = '']) => ({ type, field, keyArgs: keys.match(/\w+/g) ?? [] }))
  })
}
