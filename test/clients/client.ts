/** What a client shows of a conversation. */
export interface Shown {
  readonly title: string
  readonly turnCount: number
}

/** A client as a chat would use it. Pages are of two entries, and what they answer are the texts of all that is shown by then. */
export interface Client {
  /** Asks the server for a conversation. */
  open(id: string): Promise<Shown>
  /** Returns the conversation as it is shown now: from the cache, where the client has one. */
  shown(id: string): Promise<Shown>
  first(id: string): Promise<readonly string[]>
  next(id: string): Promise<readonly string[]>
  last(id: string): Promise<readonly string[]>
  previous(id: string): Promise<readonly string[]>
  /** Stores a USER turn, and returns the conversation as the payload has it. */
  store(id: string, text: string): Promise<Shown>
  /**
   * Tells the `seq` of every event of the conversation, the past ones first, until what it returns is called; and why it
   * is told no more, once the client has given up.
   */
  follow(id: string, tell: (seq: number) => void, over?: (reason: unknown) => void): () => void
}

/** Returns what is shown, without what a client adds to it for its own use. */
export function shownOf({ title, turnCount }: Shown): Shown {
  return { title, turnCount }
}
