import { useCallback, useEffect, useMemo, type JSX } from 'react'
import { useClient } from 'urql'
import { useOnChange } from '../data/useOnChange.ts'
import { NewestLeaf } from '../documents/generated.ts'
import { headIn, placesOf } from './places.ts'
import TreeMap from './TreeMap.tsx'
import { usePlaces } from './data/usePlaces.ts'
import { useTree } from './data/useTree.ts'

/** So many stretches are read at most to find the current end. */
const mostForHead = 25_000

interface Props {
  readonly id: string
  /** Grows when the conversation changes. */
  readonly changes: number
  readonly onShow: (observationId: string) => void
}

/** Returns all of a conversation's tree in one picture, with the signs of what has a name in it. */
export default function WholeMap({ id, changes, onShow }: Props): JSX.Element {
  const client = useClient()
  const { tree, more, isLoading, fault, loadAsMuchAgain, refresh } = useTree(id)
  const { headId, sought: targets, refresh: readAgain } = usePlaces(id)
  useOnChange(changes, () => {
    refresh()
    readAgain()
  })
  const places = useMemo(() => placesOf(tree, targets), [tree, targets])
  const isSought = headId !== null && headIn(tree, places) === null && tree.length < mostForHead
  useEffect(() => {
    // A map opens with the current end in sight.
    if (isSought && more && !isLoading && fault === null) loadAsMuchAgain()
  }, [isSought, more, isLoading, fault, loadAsMuchAgain, tree.length])
  const showBelow = useCallback(
    async (first: string) => {
      const { data: newestLeafQuery } = await client.query(NewestLeaf, { id: first }).toPromise()
      const leaves = newestLeafQuery?.observation?.leaves.nodes ?? []
      onShow((leaves.find(({ conversation }) => conversation?.id === id) ?? leaves[0])?.id ?? first)
    },
    [client, id, onShow],
  )
  return <TreeMap id={id} changes={changes} tree={tree} places={places} onShow={showBelow} />
}
