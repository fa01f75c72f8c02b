import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { parse } from 'graphql'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './root.ts'

const output = 'src/graphql/generated.ts'

/** Which domain type stands behind each type of the API: `Conversation: '../domain/model.ts#Conversation'`, from src/graphql/. */
export const mappers: Record<string, string> = {
  ...from('../domain/model.ts', ['Conversation', 'Message', 'Observation', 'Event', 'Usage', 'TreeShape']),
  ...from('../app/transcripts.ts', ['TranscriptEntry']),
  ...from('./models.ts', ['UserError', 'ForkOrigin', 'TextBlock', 'ThinkingBlock', 'ToolCallBlock', 'ToolResultBlock']),
  ...from('./models.ts', ['OtherBlock']),
  PageInfo: './models.ts#PagePlace',
  TranscriptConnection: '../app/transcripts.ts#TranscriptPage',
  TranscriptEdge: './models.ts#TranscriptItem',
  ConversationConnection: './models.ts#ConversationPage',
  ConversationEdge: './models.ts#ConversationItem',
  MessageConnection: './models.ts#MessagePage',
  MessageEdge: './models.ts#MessageItem',
  ObservationConnection: './models.ts#ObservationPage',
  ObservationEdge: './models.ts#ObservationItem',
  EventConnection: './models.ts#EventPage',
  EventEdge: './models.ts#EventItem',
  Warning: '../app/act.ts#Notice',
  PathVerification: './models.ts#Verification',
  ...payloads({
    ConversationPayload: 'ConversationOutcome',
    StoreTurnPayload: 'StoreOutcome',
    StoreTurnsPayload: 'StoreTurnsOutcome',
    ForkPayload: 'ForkOutcome',
    HeadPayload: 'HeadOutcome',
    ImportPayload: 'ImportOutcome',
  }),
}

// Domain and API use the same words, so the domain's are imported under a longer name.
const renamed = ([name, source]: [string, string]): [string, string] => [
  name,
  `${source} as Domain${source.replace(/.*#/, '')}`,
]

const config = {
  mappers: Object.fromEntries(Object.entries(mappers).map(renamed)),
  contextType: './context.ts#Context',
  scalars: { DateTime: 'string', JSON: 'unknown', Hash: 'string', Long: 'number', ID: 'string' },
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  skipTypename: true,
  immutableTypes: true,
  importExtension: '.ts',
}

/** Writes src/graphql/generated.ts from schema.graphql when it differs; answers whether it did. */
export async function generate(check = false): Promise<boolean> {
  const path = join(root, output)
  const wanted = await generated()
  if ((await readFile(path, 'utf8').catch(() => '')) === wanted) return false
  if (!check) await writeFile(path, wanted)
  return true
}

async function generated(): Promise<string> {
  const schema = parse(await readFile(join(root, 'schema.graphql'), 'utf8'))
  const code = await codegen({
    schema,
    documents: [],
    config,
    filename: output,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers: typescriptResolvers },
  })
  return `// Generated from schema.graphql by "npm run generate". Never edit it.\n${code}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check')
  const differed = await generate(check)
  if (differed && check) console.error(`${output} is stale: run "npm run generate" and commit the result.`)
  else console.log(differed ? `${output} written.` : `${output} is up to date.`)
  process.exitCode = differed && check ? 1 : 0
}
