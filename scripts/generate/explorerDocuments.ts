import { codegen } from '@graphql-codegen/core'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse, print, stripIgnoredCharacters, Kind, type DocumentNode, type FragmentDefinitionNode } from 'graphql'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../root.ts'

const folder = join(root, 'src/explorer/documents')
const output = join(folder, 'generated.ts')

/** Writes the explorer's operations with their types where they differ; answers whether they did. */
export async function writeDocuments(check = false): Promise<boolean> {
  const wanted = await generated()
  const present = readdirSync(folder).includes('generated.ts') ? readFileSync(output, 'utf8') : ''
  if (present === wanted) return false
  if (!check) writeFileSync(output, wanted)
  return true
}

async function generated(): Promise<string> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
  const document = parse(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'))
  const types = await codegen({
    schema: parse(readFileSync(join(root, 'schema.graphql'), 'utf8')),
    documents: [{ document }],
    config: {
      scalars: { DateTime: 'string', JSON: 'unknown', Hash: 'string', Long: 'number', ID: 'string' },
      enumsAsTypes: true,
      useTypeImports: true,
      immutableTypes: true,
      strictScalars: true,
    },
    filename: output,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  })
  return `// Generated from the .graphql files beside it by "npm run build". Never edit it.

import type { TypedDocumentNode } from 'urql'
${types}
${textsOf(document)}`
}

/** Each operation as the text that is sent, with the fragments that it needs: smaller than its tree. */
function textsOf(document: DocumentNode): string {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const constants = [...fragments.values()].map(
    (each) => `const fragment${each.name.value} = ${JSON.stringify(stripIgnoredCharacters(print(each)))}`,
  )
  for (const each of document.definitions) {
    if (each.kind !== Kind.OPERATION_DEFINITION) continue
    const name = each.name?.value ?? ''
    const kind = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[each.operation]
    const own = JSON.stringify(stripIgnoredCharacters(print(each)))
    const parts = [own, ...[...neededBy(own, fragments)].map((fragment) => `fragment${fragment}`)]
    constants.push(
      `export const ${name} = (${parts.join(' + ')}) as unknown as TypedDocumentNode<${name}${kind}, ${name}${kind}Variables>`,
    )
  }
  return `${constants.join('\n')}\n`
}

function neededBy(text: string, fragments: ReadonlyMap<string, FragmentDefinitionNode>, known = new Set<string>()) {
  for (const [, name = ''] of text.matchAll(/\.\.\.(\w+)/g)) {
    const fragment = fragments.get(name)
    if (!fragment || known.has(name)) continue
    known.add(name)
    neededBy(stripIgnoredCharacters(print(fragment)), fragments, known)
  }
  return known
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDocuments()
