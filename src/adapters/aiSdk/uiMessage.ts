/**
 * A message of the AI SDK's chats, as its `UIMessage` is without types of an application's own. Written down here, so that
 * turngraph's types need no package of others; a test holds it against the package's.
 */
export interface SavedMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: SavedPart[]
}

/** What a message type of an application has in any case: `UIMessage<MyMetadata, MyData, MyTools>` is one. */
export interface AnyChatMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: { type: string }[]
}

export type SavedPart =
  | { type: 'text'; text: string; state?: 'streaming' | 'done'; providerMetadata?: ProviderMetadata }
  | { type: 'reasoning'; id?: string; text: string; state?: 'streaming' | 'done'; providerMetadata?: ProviderMetadata }
  | { type: 'file'; mediaType: string; filename?: string; url: string; providerMetadata?: ProviderMetadata }
  | { type: 'source-url'; sourceId: string; url: string; title?: string; providerMetadata?: ProviderMetadata }
  | ({ type: 'source-document'; sourceId: string; mediaType: string; title: string } & DocumentName)
  | { type: 'step-start' }
  | { type: `data-${string}`; id?: string; data: unknown }
  | ({ type: `tool-${string}` } & ToolPart)
  | ({ type: 'dynamic-tool'; toolName: string } & ToolPart)

interface DocumentName {
  filename?: string
  providerMetadata?: ProviderMetadata
}

/** A call of a tool, as far as it has come. */
export type ToolPart = {
  toolCallId: string
  title?: string
  toolMetadata?: { [name: string]: Json | undefined }
  providerExecuted?: boolean
  callProviderMetadata?: ProviderMetadata
} & (
  | ({ state: 'input-streaming'; input?: unknown; rawInput?: string; inputEncoding?: 'json' | 'text' } & NoOutput)
  | ({ state: 'input-available'; input: unknown } & NoOutput)
  | { state: 'approval-requested'; input: unknown; output?: never; errorText?: never; approval: Approval }
  | { state: 'approval-responded'; input: unknown; output?: never; errorText?: never; approval: Answered<boolean> }
  | { state: 'output-denied'; input: unknown; output?: never; errorText?: never; approval: Answered<false> }
  | ({ state: 'output-available'; input: unknown; output: unknown; errorText?: never; preliminary?: boolean } & Ended)
  | ({ state: 'output-error'; input: unknown; rawInput?: unknown; output?: never; errorText: string } & Ended)
)
interface NoOutput {
  output?: never
  errorText?: never
  approval?: never
}
interface Ended {
  resultProviderMetadata?: ProviderMetadata
  approval?: Answered<true>
}
interface Approval {
  id: string
  approved?: never
  descriptor?: unknown
  reason?: never
  signature?: string
  inputSchemaInput?: unknown
}
interface Answered<Approved extends boolean> {
  id: string
  approved: Approved
  descriptor?: unknown
  reason?: string
  signature?: string
  inputSchemaInput?: unknown
}

type ProviderMetadata = { [provider: string]: { [name: string]: Json | undefined } }
type Json = null | string | number | boolean | { [name: string]: Json | undefined } | Json[]
