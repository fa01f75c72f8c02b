import type { HitFragment, SearchQuery } from '../documents/generated.ts'
import { paths } from '../urls/urls.ts'

/** What was found in one conversation. */
export type Group = SearchQuery['search']['groups'][number]
export type Hit = HitFragment

/** Returns where the branch ends that a hit lies on; null where that is the current one. */
export const endOf = ({ onCurrentBranch, branch, observation }: Hit): string | null =>
  onCurrentBranch ? null : (branch?.end.id ?? observation.id)

/** Returns the address of a hit: of the current branch as it stands, else of the branch that it lies on; its words are marked there. */
export function addressOf(conversationId: string, hit: Hit, words: string): string {
  const at = endOf(hit)
  const search = new URLSearchParams({
    ...(at !== null && { at }),
    prompt: hit.prompt,
    ...(hit.callId != null && { call: hit.callId }),
    hit: hit.observation.id,
    q: words,
  })
  return `${paths.conversation(conversationId)}?${search.toString()}`
}

/** Returns the words of a search that stand in what is found, as they are marked: phrases whole, without what is left out. */
export function wordsIn(text: string): readonly string[] {
  const results = [...text.matchAll(/(-?)(?:path:)?(?:"([^"]*)(?:"|$)|([^\s"]+))/gu)]
  return results
    .filter(([, sign]) => sign !== '-')
    .flatMap(([, , phrase, word]) => (phrase ?? word ?? '').replace(/^path:/, '').trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}
