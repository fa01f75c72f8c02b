/** A client of others, as far as all of them have the same. */
export interface Client {
  getInstructions(): string | undefined
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{
    readonly isError?: boolean
    readonly content: readonly { readonly text: string }[]
    readonly structuredContent?: Record<string, unknown>
  }>
  readResource(asked: { uri: string }): Promise<{ readonly contents: readonly { readonly text?: string }[] }>
  close(): Promise<void>
}

/** Where the server is, or how it is started. */
export type Where =
  { readonly url: string } | { readonly command: string; readonly args: string[]; readonly env: Record<string, string> }
