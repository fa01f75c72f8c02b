import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import { Kind, parse, type DocumentNode } from 'graphql'

/** What programs give and compare; what they are answered is said by each operation. */
const given: ReadonlySet<string> = new Set([
  Kind.ENUM_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
])

const scalars = { DateTime: 'string', JSON: 'unknown', Hash: 'string', Long: 'number', ID: 'string' }
const builtIn = { String: 'string', Boolean: 'boolean', Int: 'number', Float: 'number' }

/** Returns every enum and input of the schema as types, with their descriptions. */
export async function schemaTypes(schema: DocumentNode, filename: string): Promise<string> {
  const definitions = schema.definitions.filter(({ kind }) => given.has(kind))
  const root = parse('type Query { none: Boolean }').definitions
  const code = await codegen({
    schema: { kind: Kind.DOCUMENT, definitions: [...definitions, ...root] },
    documents: [],
    config: { scalars, strictScalars: true, enumsAsTypes: true, skipTypename: true, immutableTypes: true },
    filename,
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
  })
  const own = code.slice(code.indexOf('\n};') + 4, code.indexOf('export type Query ='))
  const plain = own
    .replace(/Scalars\['(\w+)'\]\['input'\]/g, (_, name: string) => typeOf(name))
    .replace(/InputMaybe<unknown>;/g, 'unknown;')
    .replace(/InputMaybe<([^;]+)>;/g, '$1 | null | undefined;')
  return `// Generated from schema.graphql by "npm run generate". Never edit it.\n${plain.trimEnd()}\n`
}

function typeOf(name: string): string {
  const type = { ...scalars, ...builtIn }[name]
  if (type === undefined) throw new Error(`The scalar ${name} has no type in TypeScript.`)
  return type
}
