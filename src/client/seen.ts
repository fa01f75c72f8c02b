/** The header that says what a client has seen, of an answer and of the next request. */
export const seenHeader = 'x-turngraph-seen'
/** More answers than these may be on their way at once: then the next request says nothing, and the leader answers it. */
const mostTokens = 8

/** What a client has seen of a cluster, as its servers said. */
export interface SeenTokens {
  /** Begins a request: what it sends, and what is to be called with the token of its answer, null where there was none. */
  begin(): { readonly header: string | null; readonly end: (token: string | null) => void }
  /** Something was seen without a token. */
  forget(): void
}

/** Returns the tokens of one connection. */
export function seenTokens(): SeenTokens {
  let tokens = new Set<string>()
  const forget = () => void (tokens = new Set())
  return {
    forget,
    begin: () => {
      const [now, sent] = [tokens, [...tokens]]
      const header = sent.length > 0 && sent.length <= mostTokens ? sent.join(',') : null
      return {
        header,
        end: (token) => {
          if (token === null) forget()
          // An answer that left before something else was seen without a token does not cover that.
          if (token === null || now !== tokens) return
          // The answer covers what its request said; one that said nothing was answered by the leader, which covers all.
          for (const one of sent) now.delete(one)
          now.add(token)
        },
      }
    },
  }
}
