import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Seen } from '../graphql/context.ts'
import { Causality } from '../storage/causality.ts'

/** A longer token is not given: the next request is answered by the leader. */
const mostBytes = 1024
/** Bytes of a signature. */
const signatureBytes = 16

/** What one request has seen, and the token that says so. */
export interface SeenRequest extends Seen {
  readonly causality: Causality
}

/** Returns what begins a request, of which nothing is known that was seen. Tokens are signed with the key. */
export function seenTokens(key: Uint8Array): () => SeenRequest {
  const signatureOf = (text: string) =>
    createHmac('sha256', key).update(`seen ${text}`).digest().subarray(0, signatureBytes)
  const signed = (bookmarks: readonly string[]) => {
    const text = Buffer.from(JSON.stringify(bookmarks)).toString('base64url')
    return `${text}.${signatureOf(text).toString('base64url')}`
  }
  const read = (token: string): readonly string[] | null => {
    const [text = '', signature = ''] = token.trim().split('.')
    const [right, input] = [signatureOf(text), Buffer.from(signature, 'base64url')]
    if (input.length !== right.length || !timingSafeEqual(input, right)) return null
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]
  }
  return () => {
    const causality = new Causality()
    return {
      causality,
      // One that is not ours may stand for anything: then nothing is known, and the leader answers.
      admit: (tokens) => {
        const bookmarks = tokens.split(',').map(read)
        if (bookmarks.every((each) => each !== null)) causality.admit(bookmarks.flat())
      },
      token: () => {
        const bookmarks = causality.bookmarks()
        const token = bookmarks.length === 0 ? null : signed(bookmarks)
        return token !== null && token.length <= mostBytes ? token : null
      },
    }
  }
}
