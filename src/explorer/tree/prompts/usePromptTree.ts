import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { PromptTree, TreeNames, type PromptTreeQuery, type TreeNamesQuery } from '../../documents/generated.ts'

type Answered = NonNullable<PromptTreeQuery['conversation']>
export type TreePrompt = Answered['promptTree']['nodes'][number]
type Named = NonNullable<TreeNamesQuery['conversation']>
export type Fork = Named['forks']['nodes'][number]

export interface PromptTreeRead {
  readonly prompts: readonly TreePrompt[] | null
  readonly total: number | null
  readonly headId: string | null
  readonly branches: Named['branches']['nodes']
  readonly branchCount: number
  readonly forks: readonly Fork[]
  readonly title: string
  readonly more: boolean
  readonly fault: string | null
  readonly isMissing: boolean
  readonly loadMore: () => void
}

interface State {
  readonly prompts: readonly TreePrompt[] | null
  readonly after: string | null
  readonly more: boolean
  readonly total: number | null
  readonly headId: string | null
  readonly fault: string | null
  readonly isMissing: boolean
}
const nothing: State = {
  prompts: null,
  after: null,
  more: false,
  total: null,
  headId: null,
  fault: null,
  isMissing: false,
}
const none: never[] = []

/** Returns the prompts of a conversation's tree, five hundred at a time, and the names in it; `changes` grows when it changes. */
export function usePromptTree(id: string, changes: number): PromptTreeRead {
  const client = useClient()
  const [state, setState] = useState(nothing)
  const round = useRef(0)
  const isBusy = useRef(false)
  const read = useCallback(
    async (after: string | null, before: readonly TreePrompt[]) => {
      const mine = round.current
      isBusy.current = true
      const { data, error } = await client
        .query(PromptTree, { id, after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (mine !== round.current) return
      isBusy.current = false
      const conversation = data?.conversation
      if (!conversation) {
        setState((now) => ({ ...now, fault: error?.message ?? null, isMissing: data !== undefined && !error }))
        return
      }
      const { nodes, pageInfo, totalCount } = conversation.promptTree
      setState({
        prompts: [...before, ...nodes],
        after: pageInfo.endCursor ?? null,
        more: pageInfo.hasNextPage,
        total: totalCount ?? null,
        headId: conversation.head?.id ?? null,
        fault: null,
        isMissing: false,
      })
    },
    [client, id],
  )
  useEffect(() => {
    round.current += 1
    void read(null, [])
  }, [read, changes])
  const [{ data }, readNames] = useQuery({ query: TreeNames, variables: { id }, requestPolicy: 'cache-and-network' })
  const seen = useRef(changes)
  useEffect(() => {
    if (seen.current !== changes) readNames({ requestPolicy: 'network-only' })
    seen.current = changes
  }, [changes, readNames])
  const { prompts, after, more } = state
  const loadMore = useCallback(() => {
    if (more && !isBusy.current && prompts) void read(after, prompts)
  }, [more, after, prompts, read])
  const names = data?.conversation
  return useMemo(
    () => ({
      ...state,
      loadMore,
      branches: names?.branches.nodes ?? none,
      branchCount: names?.branches.totalCount ?? 0,
      forks: names?.forks.nodes ?? none,
      title: names?.title ?? '',
    }),
    [state, loadMore, names],
  )
}
