import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { Search, type Role, type SearchQuery } from '../documents/generated.ts'

export type { Role }
export type Hit = SearchQuery['search']['nodes'][number]

interface Asked {
  readonly text: string
  readonly role: Role | null
  /** The conversation that is searched alone. */
  readonly within: string | null
  readonly onPathOnly: boolean
}

interface Found {
  readonly hits: readonly Hit[] | null
  readonly total: number | null
  readonly behind: number | null
  readonly fault: string | null
  readonly cursor: string | null
}
const nothing: Found = { hits: null, total: null, behind: null, fault: null, cursor: null }

/** Returns what was found for a text, and what reads more of it; null where that is all. */
export function useHits({ text, role, within, onPathOnly }: Asked): Found & { readonly more: (() => void) | null } {
  const client = useClient()
  const [found, setFound] = useState(nothing)
  const read = async (before: readonly Hit[], after: string | null, isCurrent: () => boolean): Promise<void> => {
    const scope = {
      ...(role !== null && { roles: [role] }),
      ...(within !== null && { conversationId: within, onPathOnly }),
    }
    const variables = { text, in: scope, after }
    const { data, error } = await client.query(Search, variables, { requestPolicy: 'network-only' }).toPromise()
    if (!isCurrent()) return
    const page = data?.search
    setFound({
      hits: [...before, ...(page?.nodes ?? [])],
      cursor: page?.pageInfo.hasNextPage === true ? (page.pageInfo.endCursor ?? null) : null,
      total: page?.totalCount ?? null,
      behind: page?.behind ?? null,
      fault: page ? null : (error?.graphQLErrors[0]?.message ?? error?.message ?? 'No answer.'),
    })
  }
  useEffect(() => {
    let isCurrent = true
    setFound(nothing)
    if (text !== '') void read([], null, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [client, text, role, within, onPathOnly])
  const { cursor, hits } = found
  return { ...found, more: cursor === null ? null : () => void read(hits ?? [], cursor, () => true) }
}
