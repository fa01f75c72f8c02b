/** What a prompt of a tree says, as far as its words need it. */
interface Said {
  readonly number: number
  readonly text: string
  readonly command?: string | null | undefined
  readonly observation?: { readonly erased: boolean } | null | undefined
  readonly answer?: { readonly text: string; readonly erased: boolean } | null | undefined
}

/** Returns what was asked, or why there are no words. */
export function askedWords({ number, text, command, observation }: Said): string {
  if (observation?.erased === true) return 'Erased'
  return text || (number === 0 ? 'Before the first prompt' : (command ?? 'No words'))
}

/** Returns how it was answered; empty where it was not. */
export const answerWords = ({ answer }: Said): string =>
  answer?.erased === true ? 'The answer was erased' : (answer?.text ?? '')
