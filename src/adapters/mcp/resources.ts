import { idInPath, idOfPart } from '../../runtime/idInPath.ts'
import type { FailureCode } from '../../client/failureCodes.ts'
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server'
import type { GraphClient } from '../../client/graphClient.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { NewestConversations } from '../../client/documents/generated.ts'
import { instructions } from './instructions.ts'
import { readTranscript, entryText } from './transcript.ts'
import { listConversations, listObservations, showTree } from './tools/reading.ts'
import type { Tool } from './tool.ts'

const scheme = 'turngraph:/'
const markdown = 'text/markdown'
const json = 'application/json'

/** The most that a transcript is read for as one resource: entries, and bytes of what was said. */
const [mostEntries, mostBytes] = [1000, 256 * 1024]

/** Offers what can be read without a tool: the instructions, the conversations, a transcript, a tree, a message's history. */
export function registerResources(server: McpServer, client: GraphClient): void {
  const ran = async (tool: Tool, input: object, signal: AbortSignal) => tool.run(input as never, { client, signal })
  server.registerResource(
    'instructions',
    `${scheme}/instructions`,
    { title: 'How to keep a conversation here', mimeType: markdown },
    (uri) => textOf(uri, markdown, instructions),
  )
  server.registerResource(
    'conversations',
    `${scheme}/conversations`,
    { title: 'The newest conversations', mimeType: json },
    (uri, { mcpReq }) =>
      asClientErrors(uri, async () => {
        const { structured } = await ran(listConversations, { limit: 50 }, mcpReq.signal)
        return textOf(uri, json, JSON.stringify(structured))
      }),
  )
  const complete = { id: (value: string) => idsOf(client, value) }
  server.registerResource(
    'conversation',
    new ResourceTemplate(`${scheme}/conversation/{id}`, { list: () => listed(client), complete }),
    { title: 'A conversation', mimeType: markdown },
    (uri, { id }, { mcpReq }) =>
      asClientErrors(uri, async () => textOf(uri, markdown, await transcriptOf(client, plain(id), mcpReq.signal))),
  )
  server.registerResource(
    'tree',
    new ResourceTemplate(`${scheme}/conversation/{id}/tree`, { list: undefined, complete }),
    { title: 'The tree of a conversation', mimeType: 'text/plain' },
    (uri, { id }, { mcpReq }) =>
      asClientErrors(uri, async () => {
        const { text = '' } = await ran(showTree, { conversation_id: plain(id), format: 'text' }, mcpReq.signal)
        return textOf(uri, 'text/plain', text)
      }),
  )
  server.registerResource(
    'observations',
    new ResourceTemplate(`${scheme}/message/{id}/observations`, {
      list: undefined,
      complete: { id: (value) => messageIdsOf(client, value) },
    }),
    { title: 'Everything stored of a message', mimeType: json },
    (uri, { id }, { mcpReq }) =>
      asClientErrors(uri, async () => {
        const { structured } = await ran(listObservations, { message_id: plain(id), limit: 100 }, mcpReq.signal)
        return textOf(uri, json, JSON.stringify(structured))
      }),
  )
}

function textOf(uri: URL, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType, text }] }
}

/** What is unknown or refused is an error of the protocol here, with its code and facts. */
export async function asClientErrors<T>({ href }: { readonly href?: string }, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (thrown) {
    if (!(thrown instanceof TurngraphError)) throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error.')
    const { code, message, details } = thrown
    const kind = passing.has(code) ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
    throw new ProtocolError(kind, message, { ...(href !== undefined && { uri: href }), code, details })
  }
}
const passing: ReadonlySet<FailureCode> = new Set(['TIMEOUT', 'UNREACHABLE', 'INTERNAL', 'STORE_FULL'])

/** An id as it stands in an address. */
function plain(id: string | string[] | undefined): string {
  const text = String(id)
  try {
    return idOfPart(decodeURIComponent(text))
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `"${text}" is not percent-encoded as an id must be.`)
  }
}

/** Returns a transcript as Markdown, from its end back as far as it fits; what was left out is said. */
export async function transcriptOf(client: GraphClient, conversationId: string, signal: AbortSignal): Promise<string> {
  const request = { conversationId, view: 'MESSAGES', last: mostEntries, before: undefined, bytes: mostBytes } as const
  const { title, entries, previousCursor } = await readTranscript(client, request, signal)
  const more = previousCursor === null ? [] : ['(What came before is left out: read it with get_transcript.)']
  const parts = entries.map((entry) => {
    const { role, message, observation } = entry
    return `## ${observation.turn ?? '-'} ${role?.toLowerCase() ?? ''} (${message?.id ?? observation.id})\n\n${entryText(entry)}`
  })
  return [`# ${title}`, ...more, ...parts].join('\n\n')
}

const newest = (client: GraphClient) => client.query(NewestConversations, {})

async function listed(client: GraphClient) {
  const { nodes } = (await newest(client)).conversations
  const resources = nodes.map(({ id, title }) => ({
    uri: `${scheme}/conversation/${idInPath(id)}`,
    name: title === '' ? id : title,
    mimeType: markdown,
  }))
  return { resources }
}

/** Returns ids of the newest conversations that begin so. */
export async function idsOf(client: GraphClient, value: string): Promise<string[]> {
  const { nodes } = (await newest(client)).conversations
  return nodes.map(({ id }) => id).filter((id) => id.startsWith(value))
}

async function messageIdsOf(client: GraphClient, value: string): Promise<string[]> {
  const { nodes } = (await newest(client)).conversations
  return nodes.flatMap(({ head }) => head?.message?.id ?? []).filter((id) => id.startsWith(value))
}
