import { useCallback } from 'react'
import { useClient } from 'urql'
import { usePath, type Path } from '../../data/usePath.ts'
import { windowOf } from '../../data/window.ts'
import { Prompts, type PromptRowFragment } from '../../documents/generated.ts'
import type { Shown } from '../shown.ts'

/** A prompt with what it set off, as it is shown. */
export type Prompt = PromptRowFragment

const size = 20

/** What is said of a path that has more than the server gathers into prompts. */
export const tooLarge = 'There is too much of it to be shown by prompts.'
const keyOf = ({ id }: Prompt): string => id

/** Returns a path prompt by prompt from its end on: twenty of them, and older ones as they are asked for. */
export function usePrompts({ id, at, asOf, values }: Shown): Path<Prompt> {
  const client = useClient()
  const read = useCallback(
    async (before: string | null) => {
      const place = at === null ? null : { observationId: at }
      const variables = { id, at: place, asOf, values, last: size, before }
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
