import { ChevronRight } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { KnownConversation } from '../../data/knownConversation.ts'
import { paths } from '../../urls/urls.ts'
import { BackToList } from './BackToList.tsx'
import { Title } from './Title.tsx'

interface Props {
  /** What other screens have read of it; null where that is nothing. */
  readonly known: KnownConversation | null
}

/** Returns the head of a conversation that is being read: its title where the list, a hit or the palette had it. */
export function HeadLoading({ known }: Props): JSX.Element {
  const source = known?.forkedFrom?.conversation
  return (
    <header className="head talkhead">
      <BackToList />
      <div className="crumb grow">
        {source && (
          <>
            <Link className="from cut" href={paths.conversation(source.id)} dir="auto">
              {source.title || 'Untitled'}
            </Link>
            <ChevronRight className="i s" />
          </>
        )}
        {known ? (
          <Title id={known.id} title={known.title} isFixed />
        ) : (
          <h1 className="vh" id="conversation-title">
            Conversation
          </h1>
        )}
      </div>
    </header>
  )
}
