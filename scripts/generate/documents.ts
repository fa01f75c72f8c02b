import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { Kind, parse, print, stripIgnoredCharacters, visit, type ASTNode, type DocumentNode } from 'graphql'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/** A folder of operations below src/, and the type that says what an operation asks for and answers. */
export interface DocumentFolder {
  readonly folder: string
  readonly type: 'TypedDocument' | 'TypedDocumentNode'
  /** The module of that type, as the generated file sees it. */
  readonly from: string
}

const config = {
  scalars: { DateTime: 'string', JSON: 'unknown', Hash: 'string', Long: 'number', ID: 'string' },
  enumType: 'string-literal',
  strictScalars: true,
  skipTypename: true,
  immutableTypes: true,
  dedupeFragments: true,
  disableDescriptions: true,
}

/** Returns a module with the operations of a folder, checked against the schema, each as the text that is sent, with its types. */
export async function documentsModule(schema: DocumentNode, { folder, type, from }: DocumentFolder): Promise<string> {
  const documents = readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => ({ location: file, document: parse(readFileSync(join(root, folder, file), 'utf8')) }))
  const types = await codegen({
    schema,
    documents,
    config,
    filename: 'generated.ts',
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  })
  const head = `// Generated from the .graphql files beside it by "npm run generate". Never edit it.\nimport type { ${type} } from '${from}'`
  const texts = textsOf(
    documents.map(({ document }) => document),
    type,
  )
  return `${[head, types, ...texts].join('\n\n')}\n`
}

/** Returns a constant an operation, and one a fragment: shared by those that need it, which is smaller. */
function textsOf(documents: readonly DocumentNode[], type: string): string[] {
  const definitions = documents.flatMap((document) => document.definitions)
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const shared = [...fragments].map(([name, each]) => `const fragment${name} = ${textOf(each)}`)
  const own = definitions.flatMap((each) => {
    if (each.kind !== Kind.OPERATION_DEFINITION) return []
    if (!each.name) throw new Error('An operation has no name.')
    const name = each.name.value
    const result = name + each.operation.replace(/^./, (letter) => letter.toUpperCase())
    const parts = [textOf(each), ...[...fragmentsOf(each, fragments)].map((fragment) => `fragment${fragment}`)]
    // A sum of texts would stay in every bundle, also where the operation is never sent.
    const text = parts.length === 1 ? parts.join() : `/* @__PURE__ */ ''.concat(${parts.join(', ')})`
    return [`export const ${name} = ${text} as unknown as ${type}<${result}, ${result}Variables>`]
  })
  return [...shared, ...own]
}

const textOf = (node: ASTNode): string => JSON.stringify(stripIgnoredCharacters(print(node)))

/** Returns the names of the fragments that a definition needs, those of its fragments too. */
function fragmentsOf(of: ASTNode, all: ReadonlyMap<string, ASTNode>, found = new Set<string>()): Set<string> {
  visit(of, {
    FragmentSpread({ name: { value } }) {
      const fragment = all.get(value)
      if (!fragment) throw new Error(`No fragment of this folder is named ${value}.`)
      if (found.has(value)) return
      found.add(value)
      fragmentsOf(fragment, all, found)
    },
  })
  return found
}
