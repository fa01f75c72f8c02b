import { useCallback, useMemo, useState, type JSX } from 'react'
import { useClient } from 'urql'
import { useChanges } from '../conversation/useChanges.ts'
import { NewestLeaf } from '../documents/generated.ts'
import { placesOf } from './places.ts'
import TreeMap from './TreeMap.tsx'
import { usePlaces } from './data/usePlaces.ts'
import { useTree } from './data/useTree.ts'

interface Props {
  readonly id: string
  readonly onShow: (observationId: string) => void
}

/** Returns all of a conversation's tree in one picture, with the signs of what has a name in it. */
export default function WholeMap({ id, onShow }: Props): JSX.Element {
  const client = useClient()
  const [changes, setChanges] = useState(0)
  const { tree, refresh } = useTree(id)
  const { sought, refresh: readAgain } = usePlaces(id)
  useChanges(id, () => {
    refresh()
    readAgain()
    setChanges((count) => count + 1)
  })
  const places = useMemo(() => placesOf(tree, sought), [tree, sought])
  const showBelow = useCallback(
    async (first: string) => {
      const { data: found } = await client.query(NewestLeaf, { id: first }).toPromise()
      const leaves = found?.observation?.leaves.nodes ?? []
      onShow((leaves.find(({ conversation }) => conversation?.id === id) ?? leaves[0])?.id ?? first)
    },
    [client, id, onShow],
  )
  return <TreeMap id={id} changes={changes} tree={tree} places={places} onShow={showBelow} />
}
