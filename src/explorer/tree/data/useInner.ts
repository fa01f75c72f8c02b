import { useCallback, useState } from 'react'
import { useClient } from 'urql'
import { Before } from '../../documents/generated.ts'
import { together, type Known, type Row } from '../rows.ts'
import type { Tree } from '../stretches.ts'

/** So many nodes of a straight part are shown at once when they are asked for. */
const step = 50

/** Returns the inner nodes that were asked for, and what asks for more: those right before the next one that is shown. */
export function useInner(tree: Tree, known: Known): readonly [Known, (row: Row) => Promise<void>] {
  const client = useClient()
  const [inner, setInner] = useState<Known>(new Map())
  const showMore = useCallback(
    async ({ stretch, offset, nodes }: Row) => {
      const { first, last, length } = tree[stretch] ?? { first: '', last: null, length: 0 }
      const end = offset + nodes
      const from = end === length - 1 ? last : (known.get(first)?.get(end) ?? inner.get(first)?.get(end) ?? null)
      if (from === null) return
      const count = Math.min(step, nodes)
      const { data } = await client.query(Before, { id: from, last: count }).toPromise()
      const ids = (data?.observation?.ancestors.nodes ?? []).map(({ id }) => id)
      const results = new Map(ids.map((id, at) => [end - ids.length + at, id]))
      setInner((before) => together(before, new Map([[first, results]])))
    },
    [client, tree, known, inner],
  )
  return [inner, showMore]
}
