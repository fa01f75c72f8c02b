import { FileQuestionMark } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import { opened } from '../shell/tools.ts'
import { base } from '../urls/urls.ts'
import { ErrorCard } from './ErrorCard.tsx'
import { usePageTitle } from './usePageTitle.ts'

/** As much of an address as helps to see what is wrong with it. */
const longest = 80

/** Returns what stands at an address where nothing is; `children` says what is missing. */
export function NotFound({ children }: { readonly children: string }): JSX.Element {
  usePageTitle('Not found')
  const address = decodable(location.pathname.slice(base.length))
  return (
    <ErrorCard
      icon={FileQuestionMark}
      title={children}
      words={
        <>
          It was never stored on this server, or the address lost a part.{' '}
          <span className="mono" dir="ltr">
            {address.length > longest ? `${address.slice(0, longest)}…` : address}
          </span>
        </>
      }
    >
      <Link className="btn main sm" href="/">
        All conversations
      </Link>
      <button type="button" className="btn sm" onClick={() => opened.set('palette')}>
        Find a conversation
      </button>
      <Link className="btn sm" href="/search">
        Search
      </Link>
    </ErrorCard>
  )
}

function decodable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
