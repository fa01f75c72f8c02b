import { useEffect, type JSX } from 'react'
import { useQuery } from 'urql'
import { LiveNow } from '../documents/generated.ts'

/** How often it is asked whether an agent is still writing, in milliseconds. */
const askedMs = 5_000

/** Returns a mark of a session that an agent is writing, as long as it does: no event reports its end. */
export function LiveMark({ id, live }: { readonly id: string; readonly live: boolean }): JSX.Element | null {
  const [{ data }, ask] = useQuery({ query: LiveNow, variables: { id }, pause: !live, requestPolicy: 'network-only' })
  useEffect(() => {
    if (!live) return undefined
    const timer = setInterval(() => ask({ requestPolicy: 'network-only' }), askedMs)
    return () => clearInterval(timer)
  }, [live, ask])
  if (!live || data?.conversation?.live === false) return null
  return (
    <span className="livemark" title="An agent is writing this session">
      live
    </span>
  )
}
