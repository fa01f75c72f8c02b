/** What the thread is asked: whether a JSON text meets the schema. */
export interface SchemaQuestion {
  readonly number: number
  readonly text: string
}
export interface SchemaAnswer {
  readonly number: number
  readonly survives: boolean
  readonly reason: string | null
}
/** The first message of a thread; `obstacle`: why the schema is none. */
export interface SchemaStarted {
  readonly obstacle: string | null
}
