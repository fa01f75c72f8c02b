import { useCallback, type RefObject } from 'react'
import { useClient } from 'urql'
import { useLocation, useSearch } from 'wouter'
import { NewestLeaf } from '../documents/generated.ts'
import { paths, searchWith } from '../urls/urls.ts'

/** Returns what shows the path through another version of a turn: to the newest end below it. It moves nothing. */
export function useVersion(
  id: string,
  headId: string | null | undefined,
  isVersion: RefObject<boolean>,
): (observationId: string) => Promise<void> {
  const client = useClient()
  const [, navigate] = useLocation()
  const search = useSearch()
  return useCallback(
    async (observationId: string) => {
      const { data } = await client.query(NewestLeaf, { id: observationId }).toPromise()
      const leaves = data?.observation?.leaves.nodes ?? []
      const leaf = leaves.find(({ conversation }) => conversation?.id === id) ?? leaves[0]
      const end = leaf?.id ?? observationId
      isVersion.current = true
      navigate(paths.conversation(id) + searchWith(search, { at: end === headId ? null : end }))
    },
    [client, id, headId, isVersion, navigate, search],
  )
}
