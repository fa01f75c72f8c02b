import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'
import type { TreeFactsFragment } from '../../documents/generated.ts'
import { painted } from '../../data/painted.ts'
import { readTree, type TreePrompt } from '../data/readTree.ts'
import { branchLooks, relativesOf, type BranchLooks, type Relative } from './family.ts'

export type { TreePrompt }
export type Fork = TreeFactsFragment['forks']['nodes'][number]

export interface PromptTreeRead extends BranchLooks {
  readonly prompts: readonly TreePrompt[] | null
  readonly total: number | null
  readonly headId: string | null
  readonly branches: TreeFactsFragment['branches']['nodes']
  readonly branchCount: number
  /** Its forks, but for those whose prompts are shown. */
  readonly forks: readonly Fork[]
  /** By prompt, the other conversation that it is of, where the family is shown. */
  readonly relatives: ReadonlyMap<string, Relative>
  /** Whether other conversations share its past. */
  readonly hasFamily: boolean
  readonly title: string
  readonly more: boolean
  readonly fault: string | null
  readonly isMissing: boolean
  /** Where the ledger ended before it was read first; undefined until that is known, null where it cannot be. */
  readonly seq: number | null | undefined
  /** Grows when the conversation changes. */
  readonly changes: number
  readonly loadMore: () => void
}

interface State {
  readonly prompts: readonly TreePrompt[] | null
  readonly after: string | null
  readonly more: boolean
  readonly total: number | null
  readonly headId: string | null
  readonly seq: number | null | undefined
  readonly fault: string | null
  readonly isMissing: boolean
}
const nothing: State = {
  prompts: null,
  after: null,
  more: false,
  total: null,
  headId: null,
  seq: undefined,
  fault: null,
  isMissing: false,
}
const none: never[] = []

/**
 * Returns the prompts of a conversation's tree, or of its family's, five hundred at a time, and the names in it, read behind `after`;
 * `changes` grows when it changes.
 */
export function usePromptTree(id: string, changes: number, after?: Promise<unknown>, isFamily = false): PromptTreeRead {
  const client = useClient()
  const [state, setState] = useState(nothing)
  const [names, setNames] = useState<TreeFactsFragment | null>(null)
  const round = useRef(0)
  const isBusy = useRef(false)
  const read = useCallback(
    async (from: string | null, before: readonly TreePrompt[]) => {
      const mine = round.current
      isBusy.current = true
      const treeRead = await readTree(client, id, from, isFamily)
      if (mine !== round.current) return
      isBusy.current = false
      if (treeRead.names !== undefined) setNames(treeRead.names)
      const { page, seq, fault, isMissing } = treeRead
      setState((now) => ({
        ...now,
        ...(page && { ...page, prompts: [...before, ...page.prompts] }),
        seq: now.seq ?? seq,
        fault,
        isMissing,
      }))
    },
    [client, id, isFamily],
  )
  useEffect(() => {
    round.current += 1
    const mine = round.current
    // What stands beside the tree is drawn first.
    const wait = after ? after.then(painted) : Promise.resolve()
    void wait.then(() => (mine === round.current ? read(null, []) : undefined))
    return () => {
      round.current += 1
    }
    // What comes before changes with what is read.
  }, [read, changes])
  const { prompts, after: cursor, more } = state
  const loadMore = useCallback(() => {
    if (more && !isBusy.current && prompts) void read(cursor, prompts)
  }, [more, cursor, prompts, read])
  return useMemo(() => {
    const branches = names?.branches.nodes ?? none
    const forks = names?.forks.nodes ?? none
    const relatives = relativesOf(prompts ?? none, id)
    const shown = new Set([...relatives.values()].map((relative) => relative.id))
    return {
      ...state,
      ...{ changes, loadMore, branches, relatives },
      ...branchLooks(branches, prompts ?? none, relatives),
      branchCount: names?.branches.totalCount ?? 0,
      forks: shown.size === 0 ? forks : forks.filter((fork) => !shown.has(fork.id)),
      hasFamily: names?.forkedFrom != null || forks.length > 0,
      title: names?.title ?? '',
    }
  }, [id, state, changes, loadMore, names])
}
