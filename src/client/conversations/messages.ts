/** A message of OpenAI's chat completions. */
export type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: ChatCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }
export interface ChatCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** An input item of OpenAI's responses. */
export type ResponseItem =
  | { type: 'message'; role: 'system' | 'user'; content: string | ResponsePart[] }
  | { type: 'message'; role: 'assistant'; content: string }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponsePart[] }
export type ResponsePart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string }
  | { type: 'input_file'; file_url: string }

/** A message of Anthropic's API. */
export interface AnthropicMessage {
  role: 'user' | 'assistant'
  content: AnthropicBlock[]
}
export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'tool_use'; id: string; name: string; input: { [name: string]: JsonValue } }
  | {
      type: 'tool_result'
      tool_use_id: string
      content?: string | ({ type: 'text'; text: string } | AnthropicImage)[]
      is_error?: true
    }
  | AnthropicImage
  | AnthropicDocument
export interface AnthropicImage {
  type: 'image'
  source:
    | { type: 'base64'; media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; data: string }
    | { type: 'url'; url: string }
}
export interface AnthropicDocument {
  type: 'document'
  source:
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
    | { type: 'url'; url: string }
  title?: string
}

/** A message of the AI SDK's chat hooks, which its `convertToModelMessages` takes. */
export interface UiMessage {
  id: string
  role: 'user' | 'assistant'
  parts: UiPart[]
}
export type UiPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string; providerMetadata?: { anthropic: { [name: string]: string } } }
  | { type: 'file'; mediaType: string; filename?: string; url: string }
  | ({ type: 'dynamic-tool'; toolName: string; toolCallId: string } & (
      | { state: 'input-available'; input: JsonValue }
      | { state: 'output-available'; input: JsonValue; output: JsonValue }
      | { state: 'output-error'; input: JsonValue; errorText: string }
    ))

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

/** The messages of each format. */
export interface MessagesByFormat {
  OPENAI_CHAT: ChatMessage
  OPENAI_RESPONSES: ResponseItem
  ANTHROPIC: AnthropicMessage
  AI_SDK: UiMessage
}
