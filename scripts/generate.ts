import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { parse, type DocumentNode } from 'graphql'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linesSchema } from '../src/formats/ndjson/schema.ts'
import { documentsModule, type DocumentFolder } from './generate/documents.ts'
import { schemaTypes } from './generate/schemaTypes.ts'
import { root } from './root.ts'

const output = 'src/graphql/generated.ts'
const inputs = 'src/client/schema/generated.ts'

/** Who sends operations of their own. A client's document is a text; the explorer's library wants its own type for it. */
export const documentFolders: readonly DocumentFolder[] = [
  { folder: 'src/client/documents', type: 'TypedDocument', from: '../typedDocument.ts' },
  { folder: 'src/explorer/documents', type: 'TypedDocumentNode', from: 'urql' },
]

/** What is generated and not committed: each build, check and test makes it anew where it differs. */
export const generatedFiles: readonly string[] = [
  output,
  inputs,
  ...documentFolders.map(({ folder }) => `${folder}/generated.ts`),
]

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
    'SourceTree',
    'Usage',
    'Attachment',
    'Entity',
    'Relationship',
    'Snapshot',
    'StateRecord',
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
    'Prompt',
    'Step',
    'LoopCall',
    'Branch',
    'StateRecord',
    'Evidence',
  ].flatMap((item) => [`${item}Connection`, `${item}Edge`]),
  ...['Erasure', 'ErasureConnection', 'ErasureEdge', 'ErasePayload'],
  ...['Entity', 'Relationship'].flatMap((item) => [item, `${item}Connection`, `${item}Edge`, `${item}Payload`]),
  ...['SearchHit', 'SearchConnection', 'SearchEdge'],
  ...['SecretFinding', 'SecretFindingConnection', 'SecretFindingEdge'],
  ...[
    'Analytics',
    'Versions',
    'Stretch',
    'Prompt',
    'Loop',
    'Evidence',
    'Step',
    'LoopCall',
    'Branch',
    'UsageTotals',
    'Snapshot',
    'EntityTypePayload',
    'PricesPayload',
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
    'Resume',
    'Head',
    'Marker',
    'Checkpoint',
    'Merge',
    'Repair',
    'Run',
    'Import',
    'Records',
  ].map((command) => `${command}Payload`),
  ...[
    'ImportJob',
    'ImportJobPayload',
    'ToolFailure',
    'ConversationCount',
    'Answer',
    'AnswerChange',
    'AskModelPayload',
    'Responder',
  ],
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

/** Writes what is generated where it differs; returns whether the schema of backups, which is committed, did. With `check` that one is left as it is. */
export async function generate(check = false): Promise<boolean> {
  const api = parse(await readFile(join(root, 'schema.graphql'), 'utf8'))
  await put(output, await generated(api))
  await put(inputs, await schemaTypes(api, inputs))
  for (const each of documentFolders) await put(`${each.folder}/generated.ts`, await documentsModule(api, each))
  return put('docs/backup.schema.json', `${JSON.stringify(linesSchema(), null, 2)}\n`, check)
}

async function put(file: string, wanted: string, check = false): Promise<boolean> {
  const path = join(root, file)
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return false
  if (!check) await mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, wanted))
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
  return `// Generated from schema.graphql by "npm run generate". Never edit it.\n/* oxlint-disable */\n${code}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check')
  const isStale = (await generate(check)) && check
  if (isStale) console.error('docs/backup.schema.json is stale: run "npm run generate" and commit the result.')
  process.exitCode = isStale ? 1 : 0
}
