import type { Conversations } from './conversations/types.ts'
import type { DecoratedDocument, QueryOptions, TypedDocument } from './typedDocument.ts'

export type { DecoratedDocument, QueryOptions, TypedDocument } from './typedDocument.ts'

/** What a document is sent with; what has no variables that must be given does without. */
type QueryArgs<Variables> = object extends Variables
  ? [variables?: Variables, options?: QueryOptions]
  : [variables: Variables, options?: QueryOptions]

/** A graph that is asked in GraphQL, whether a running server has it or this process. */
export interface GraphClient {
  /** Answers the data of one operation; throws a `TurngraphError` for what is refused, by `userErrors` too. */
  query<Result, Variables extends object = object>(
    document: TypedDocument<Result, Variables> | string,
    ...args: QueryArgs<Variables>
  ): Promise<Result>
  close(): Promise<void>
}

/** Answers the data of an operation that codegen has decorated with its types. */
export type QueryDecorated = <Result, Variables extends object = object>(
  document: DecoratedDocument<Result, Variables>,
  ...args: QueryArgs<Variables>
) => Promise<Result>

/** A file of another system. It may be read more than once, so what comes but once must lie somewhere before. */
export interface FileInput {
  /** Its file name, when it has one. */
  readonly name: string | null
  /** The bytes from the beginning, in pieces. */
  open(): AsyncIterable<Uint8Array>
  /** The bytes from `offset` on, `length` of them; of an archive they are read here and there. */
  slice(offset: number, length: number): Promise<Uint8Array>
}

/** The beginning of a file that was imported into a conversation before. */
export interface HeldBeginning {
  readonly conversationId: string
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

export interface ImportOptions {
  /** Recognised from the content when left out. */
  readonly format?: string | null | undefined
  /** The conversation that takes what names none. */
  readonly conversationId?: string | null | undefined
  /** A file with a line that no schema of its format fits is refused; false when left out. */
  readonly strict?: boolean | undefined
  /** What a server holds of the file: only what follows is sent. Where it does not, NOT_FOUND with what it holds. */
  readonly held?: HeldBeginning | undefined
  /** Told how many bytes of the file were taken so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  /** Told once a store that is opened here does not answer; it is waited for. */
  readonly onWait?: ((thrown: unknown) => void) | undefined
}

/** What came of an import: the members of the API's `ImportReport`, and where it was stored. */
export interface Imported {
  readonly report: ImportedReport
  readonly conversationIds: readonly string[]
}
export interface ImportedReport {
  readonly format: string
  readonly entries: number
  readonly nodes: number
  readonly added: number
  readonly unchanged: number
  readonly skipped: number
  readonly roots: number
  readonly leaves: number
  readonly branchPoints: number
  readonly reachable: number
  readonly danglingParents: number
  readonly repaired: number
  readonly unansweredToolCalls: number
  readonly orphanToolResults: number
  readonly emptyTurns: number
  readonly unreadBlocks: number
  readonly findings: readonly {
    readonly line: number | null
    readonly code: string
    readonly message: string
  }[]
}

export interface ExportOptions {
  /** As it was imported when left out. */
  readonly format?: string | null | undefined
  /** The whole tree instead of the path to the head. */
  readonly wholeTree?: boolean | undefined
  /** Of a format whose file is several; the first one when left out. */
  readonly part?: string | null | undefined
  /** AS_STORED or CURRENT: whether corrections show; as the format has it when left out. */
  readonly values?: string | null | undefined
  /** The session that an agent was given of it: its file, whatever else is asked. */
  readonly session?: string | null | undefined
}
export interface Exported {
  readonly format: string
  /** What the format cannot hold of the conversation, in words; null where it holds all. */
  readonly omissions: string | null
  readonly pieces: AsyncIterable<Uint8Array>
}

/** A table of all that is stored, as words; the usual where one is left out. */
export interface ExtractOptions {
  readonly of: string
  readonly format?: string | null | undefined
  readonly names?: string | null | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly includeExperiments?: boolean | undefined
  readonly includeDeleted?: boolean | undefined
}

/** Bytes that are kept as an attachment: turns embed it by its id. */
export interface KeptAttachment {
  /** Their SHA-256. */
  readonly id: string
  /** As the bytes first came. */
  readonly mediaType: string
  readonly byteSize: number | null
}

/** Files in and out, which no operation carries: they come and go piece by piece. */
export interface GraphFiles {
  /** Stores a transcript of another system; the same again adds nothing. */
  import(file: FileInput, options?: ImportOptions): Promise<Imported>
  /** Returns a conversation as a file. */
  export(conversationId: string, options?: ExportOptions): Promise<Exported>
  /** Returns a table of all that is stored, as a file. */
  extract(options: ExtractOptions): Promise<AsyncIterable<Uint8Array>>
  /** Keeps bytes as an attachment; the same bytes again are the same one. */
  attach(
    bytes: Uint8Array,
    options?: { readonly mediaType?: string | undefined; readonly fileName?: string | undefined },
  ): Promise<KeptAttachment>
  /** Returns the bytes of an attachment. */
  attachment(id: string): Promise<Uint8Array>
}

/** What `connect` answers: operations, files, and conversations as a program has them. */
export interface ConnectedGraph extends GraphClient, GraphFiles {
  /** As of every client; also of a document that codegen has decorated with its types. */
  readonly query: QueryDecorated & GraphClient['query']
  readonly conversations: Conversations
}

/** A running server. */
export interface RemoteOptions {
  /** Its address, as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Sent as `Authorization: Bearer`; `TURNGRAPH_KEY` of the environment when left out. */
  readonly token?: string | undefined
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** A store that is opened in this process. */
export interface EmbeddedOptions {
  /** The folder of the store. Given alone, nothing of the process's environment is read. */
  readonly data?: string | undefined
  /** The settings that a server would be given by its environment; the process's own when left out with `data`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Whose graph it is, in the store; the tenant `default` when left out. */
  readonly tenant?: string | undefined
}

/** A running server that the environment names: `TURNGRAPH_URL`, else `http://127.0.0.1:4000`. */
export type NamedServerOptions = Omit<RemoteOptions, 'url'> & { readonly url?: undefined }

export type ConnectOptions = RemoteOptions | EmbeddedOptions | NamedServerOptions
