import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { parse, type DocumentNode } from 'graphql'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linesSchema } from '../src/formats/ndjson/schema.ts'
import { clientDocuments } from './generate/clientDocuments.ts'
import { writeDocuments } from './generate/explorerDocuments.ts'
import { root } from './root.ts'

const output = 'src/graphql/generated.ts'
const documents = 'src/client/documents.ts'

/** The types of the API behind which another type stands: the one of the same name in src/graphql/models.ts. */
const modelled = [
  ...[
    'Conversation',
    'ForkOrigin',
    'TranscriptEntry',
    'Message',
    'Observation',
    'Event',
    'Run',
    'TreeShape',
    'Usage',
    'Attachment',
    'Entity',
    'Relationship',
    'Snapshot',
  ],
  ...['TextBlock', 'ThinkingBlock', 'ToolCallBlock', 'ToolResultBlock', 'AttachmentBlock', 'OtherBlock', 'PageInfo'],
  ...[
    'Transcript',
    'Conversation',
    'Message',
    'Observation',
    'Event',
    'Run',
    'Entity',
    'Relationship',
    'Directory',
    'Stretch',
  ].flatMap((item) => [`${item}Connection`, `${item}Edge`]),
  ...['Entity', 'Relationship'].flatMap((item) => [item, `${item}Connection`, `${item}Edge`, `${item}Payload`]),
  ...['SearchHit', 'SearchConnection', 'SearchEdge'],
  ...[
    'Analytics',
    'Versions',
    'Stretch',
    'UsageTotals',
    'Snapshot',
    'EntityTypePayload',
    'ProbePayload',
    'AnnotatePayload',
  ],
  ...['Diff', 'ChangedTurn', 'PathVerification', 'IntegrityReport', 'ImportReport', 'Warning', 'UserError'],
  ...[
    'Conversation',
    'StoreTurn',
    'StoreTurns',
    'Amend',
    'Fork',
    'Head',
    'Marker',
    'Checkpoint',
    'Merge',
    'Repair',
    'Run',
    'Import',
  ].map((command) => `${command}Payload`),
  'RefutedInput',
]
// API and domain use the same words, so the domain's are imported under a longer name.
const mappers = Object.fromEntries(modelled.map((name) => [name, `./models.ts#${name} as Domain${name}`]))

const config = {
  mappers,
  contextType: './context.ts#Context',
  scalars: { DateTime: 'string', JSON: '../domain/model.ts#Json', Hash: 'string', Long: 'number', ID: 'string' },
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  skipTypename: true,
  immutableTypes: true,
  importExtension: '.ts',
}

/** Writes what is generated where it differs: types of the API and of what clients and the explorer ask, the schema of backups; answers whether it did. */
export async function generate(check = false): Promise<boolean> {
  const api = parse(await readFile(join(root, 'schema.graphql'), 'utf8'))
  const types = await put(output, await generated(api), check)
  const asked = await put(documents, await clientDocuments(api, documents), check)
  const schema = await put('docs/backup.schema.json', `${JSON.stringify(linesSchema(), null, 2)}\n`, check)
  const explorer = await writeDocuments(check)
  return types || asked || schema || explorer
}

async function put(file: string, wanted: string, check: boolean): Promise<boolean> {
  const path = join(root, file)
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return false
  if (!check) await writeFile(path, wanted)
  return true
}

async function generated(schema: DocumentNode): Promise<string> {
  const code = await codegen({
    schema,
    documents: [],
    config,
    filename: output,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers: typescriptResolvers },
  })
  return `// Generated from schema.graphql by "npm run generate". Never edit it.\n/* eslint-disable */\n${code}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check')
  const differed = await generate(check)
  if (differed && check) console.error(`What is generated is stale: run "npm run generate" and commit the result.`)
  else console.log(differed ? 'What is generated was written.' : 'What is generated is up to date.')
  process.exitCode = differed && check ? 1 : 0
}
