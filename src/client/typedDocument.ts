/** An operation as text that carries what its variables and its result are. */
export type TypedDocument<Result, Variables> = string & {
  readonly __types?: (variables: Variables) => Result
}

/** An operation as codegen makes it: a text, or a parsed one that has its source, decorated with its types. */
export interface DecoratedDocument<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result
}

/** What one question may come with. */
export interface QueryOptions {
  /** Gives the question up; a mutation that has begun may be done all the same. */
  readonly signal?: AbortSignal | undefined
}
