import { WifiOff } from 'lucide-react'
import { useEffect, useState, type JSX } from 'react'
import { retryAt, retryNow } from '../data/client.ts'
import { useObservable } from '../data/observable.ts'
import { thin } from '../parts/text.ts'

/** A server that is away for less is not spoken of. */
const patience = 1_500

/** Returns the line that says that the server does not answer, and when it is asked again; nothing while it answers. */
export function Away(): JSX.Element | null {
  const at = useObservable(retryAt)
  const [isLong, setLong] = useState(false)
  const [now, setNow] = useState(Date.now)
  const isAway = at !== null
  useEffect(() => {
    if (!isAway) return undefined
    const displayLimit = setTimeout(() => setLong(true), patience)
    const clock = setInterval(() => setNow(Date.now()), 500)
    return () => {
      clearTimeout(displayLimit)
      clearInterval(clock)
      setLong(false)
    }
  }, [isAway])
  if (at === null || !isLong) return null
  const seconds = Math.ceil((at - now) / 1000)
  return (
    <div role="note" className="note away">
      <WifiOff className="i" />
      <span className="grow">
        The server does not answer. What you see may be old;{' '}
        {seconds > 0 ? `trying again in ${seconds}${thin}s.` : 'trying again.'}
      </span>
      <button type="button" className="btn sm" onClick={retryNow}>
        Try now
      </button>
    </div>
  )
}
