/** An operation as text that carries what its variables and its result are. */
export type TypedDocument<Result, Variables> = string & {
  readonly __types?: (variables: Variables) => Result
}

/** What one question may come with. */
export interface QueryOptions {
  /** Gives the question up; a mutation that has begun may be done all the same. */
  readonly signal?: AbortSignal | undefined
}

/** What a document is sent with; what has no variables that must be given does without. */
type Given<Variables> = object extends Variables
  ? [variables?: Variables, options?: QueryOptions]
  : [variables: Variables, options?: QueryOptions]

/** A graph that is asked in GraphQL, whether a running server has it or this process. */
export interface GraphClient {
  /** Answers the data of one operation; throws a `TurngraphError` for what is refused, by `userErrors` too. */
  query<Result, Variables extends object = object>(
    document: TypedDocument<Result, Variables> | string,
    ...given: Given<Variables>
  ): Promise<Result>
  close(): Promise<void>
}

/** A running server. */
export interface RemoteOptions {
  /** Its address, as `http://127.0.0.1:4000`. */
  readonly url: string
  /** Sent as `Authorization: Bearer`. */
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
}

export type ConnectOptions = RemoteOptions | EmbeddedOptions
