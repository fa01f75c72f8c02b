import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import {
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

const folder = join(root, 'src/client/documents')

const config = {
  scalars: { DateTime: 'string', JSON: 'unknown', Hash: 'string', Long: 'number', ID: 'string' },
  enumType: 'string-literal',
  strictScalars: true,
  skipTypename: true,
  immutableTypes: true,
  dedupeFragments: true,
  disableDescriptions: true,
}

/** Returns the operations of src/client/documents, checked against the schema, as texts with types. */
export async function clientDocuments(schema: DocumentNode, filename: string): Promise<string> {
  const documents = readdirSync(folder)
    .sort()
    .map((file) => ({ location: join(folder, file), document: parse(readFileSync(join(folder, file), 'utf8')) }))
  const types = await codegen({
    schema,
    documents,
    config,
    filename,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  })
  const definitions = documents.flatMap(({ document }) => document.definitions)
  const texts = definitions.filter(isOperation).map((operation) => constantOf(operation, definitions))
  const head =
    '// Generated from src/client/documents by "npm run generate". Never edit it.\n' +
    "import type { TypedDocument } from './graphClient.ts'\n\n"
  return `${head}${types}\n\n${texts.join('\n\n')}\n`
}

function constantOf(operation: OperationDefinitionNode, all: readonly DefinitionNode[]): string {
  const name = operation.name?.value
  if (name === undefined) throw new Error('An operation in src/client/documents has no name.')
  const kind = operation.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation'
  const fragments = fragmentsOf(operation, all).map(print)
  const text = [print(operation), ...fragments].join('\n').replace(/\s+/g, ' ')
  const type = `TypedDocument<${name}${kind}, ${name}${kind}Variables>`
  return `export const ${name} =\n  ${JSON.stringify(text)} as ${type}`
}

/** The fragments that a definition needs, those of its fragments too. */
function fragmentsOf(
  of: OperationDefinitionNode | FragmentDefinitionNode,
  all: readonly DefinitionNode[],
  found = new Set<FragmentDefinitionNode>(),
): FragmentDefinitionNode[] {
  visit(of, {
    FragmentSpread({ name }) {
      const fragment = all.filter(isFragment).find((each) => each.name.value === name.value)
      if (!fragment) throw new Error(`No fragment in src/client/documents is named ${name.value}.`)
      if (found.has(fragment)) return
      found.add(fragment)
      fragmentsOf(fragment, all, found)
    },
  })
  return [...found]
}

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION
const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION
