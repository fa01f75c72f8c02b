import { useCallback, useRef } from 'react'
import { useClient } from 'urql'
import { usePath, type Path } from '../../data/usePath.ts'
import { windowOf } from '../../data/window.ts'
import { Prompts, type PromptRowFragment } from '../../documents/generated.ts'
import { pageSizes } from '../readTalk.ts'
import { isSamePath, type Shown } from '../shown.ts'
import type { Talk } from '../useTalk.ts'

/** A prompt with what it set off, as it is shown. */
export type Prompt = PromptRowFragment

/** What is said of a path that has more than the server gathers into prompts. */
export const tooLarge = 'There is too much of it to be shown by prompts.'
const keyOf = ({ id }: Prompt): string => id

/** Returns a path prompt by prompt from its end on: what came with the conversation, and older ones as they are asked for. */
export function usePrompts(displayed: Shown, { answer }: Pick<Talk, 'answer'>): Path<Prompt> {
  const { id, at, asOf, values } = displayed
  const client = useClient()
  const first = useRef(answer)
  first.current = answer
  const read = useCallback(
    async (before: string | null) => {
      const known = before === null ? await first.current : null
      if (known?.prompts !== undefined && isSamePath(known.shown, displayed))
        return { page: known.prompts, fault: known.fault }
      const place = at === null ? null : { observationId: at }
      const variables = { id, at: place, asOf, values, last: pageSizes.prompts, before }
      const { data, error } = await client.query(Prompts, variables, { requestPolicy: 'network-only' }).toPromise()
      const prompts = data?.conversation?.prompts
      const page = data ? (prompts ? windowOf(prompts) : null) : undefined
      const code = error?.graphQLErrors[0]?.extensions['code']
      return { page, fault: code === 'QUERY_TOO_EXPENSIVE' ? tooLarge : (error?.message ?? null) }
    },
    [client, id, at, asOf, values],
  )
  return usePath(read, `${at ?? ''} ${asOf ?? ''}`.trim(), keyOf)
}
