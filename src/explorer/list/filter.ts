import type { ConversationFilter } from '../documents/generated.ts'

/** What of the list is chosen by hand. */
export interface Chosen {
  readonly text: string
  readonly origin: '' | 'HOST' | 'IMPORT' | 'EXPERIMENT'
  readonly cwd: string
  readonly days: '' | '1' | '7' | '30'
  readonly forks: boolean
  readonly sidechains: boolean
}

export const everything: Chosen = { text: '', origin: '', cwd: '', days: '', forks: true, sidechains: true }

/** Returns the filter that the API is asked with; an age is counted from `now`. */
export function filterOf(chosen: Chosen, now: number): ConversationFilter {
  const { text, origin, cwd, days, forks, sidechains } = chosen
  return {
    ...(text.trim() !== '' && { title: text.trim() }),
    ...(origin !== '' && { origin: [origin] }),
    ...(cwd !== '' && { cwd }),
    ...(days !== '' && { activeAfter: new Date(now - Number(days) * 86_400_000).toISOString() }),
    ...(!forks && { forks }),
    ...(!sidechains && { sidechains }),
  }
}
