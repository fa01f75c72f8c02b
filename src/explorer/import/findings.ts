import { own } from '../../runtime/own.ts'
import { counted } from '../parts/text.ts'

/** What an import noticed, once a kind. */
export interface Noticed {
  readonly words: string
  /** How many more there are of its kind. */
  readonly more: number
}

/** Returns what was noticed in a file, in the order of its first line; what is of one kind is one. */
export function findingsOf(
  findings: readonly { readonly code: string; readonly message: string }[],
): readonly Noticed[] {
  const kinds = new Map<string, { code: string; words: string; more: number }>()
  for (const { code, message } of findings) {
    const known = kinds.get(code)
    if (known) known.more += 1
    else kinds.set(code, { code, words: message, more: 0 })
  }
  return [...kinds.values()].map(({ code, words, more }) => {
    const told = own(sums, code)
    return told ? { words: told(more + 1), more: 0 } : { words, more }
  })
}

/** What says more as a sum than by the ids in it. */
const sums: Readonly<Record<string, (count: number) => string>> = {
  UNANSWERED_CALL: (count) => counted(count, 'tool call has no result', 'tool calls have no result'),
  ORPHAN_RESULT: (count) => counted(count, 'result has no tool call', 'results have no tool call'),
}
