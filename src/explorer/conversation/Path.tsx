import { useEffect, type JSX, type ReactNode, type RefObject } from 'react'
import type { KnownConversation } from '../data/knownConversation.ts'
import { useOnChange } from '../data/useOnChange.ts'
import type { ConversationQuery } from '../documents/generated.ts'
import { Loading, NoteLine } from '../parts/Notice.tsx'
import { Facts, KnownFacts } from './head/Facts.tsx'
import { Feed } from './entries/Feed.tsx'
import { useTranscript } from './entries/useTranscript.ts'
import { PromptFeed } from './prompts/PromptFeed.tsx'
import { tooLarge, usePrompts } from './prompts/usePrompts.ts'
import type { Shown } from './shown.ts'
import type { Talk } from './useTalk.ts'
import type { Around } from './turns/TurnFrame.tsx'

/** The last prompt of a path, and the branch that it lies on. */
export interface Last {
  readonly prompt: string
  readonly branch: string
  /** The turn that it ends with, as far as that is known. */
  readonly turn: number | null
}

interface Props {
  readonly shown: Shown
  readonly around: Around
  /** Null until it is known. */
  readonly conversation: ConversationQuery['conversation'] | null
  /** What other screens have read of it before. */
  readonly known: KnownConversation | null
  /** What was read of the conversation at once. */
  readonly talk: Pick<Talk, 'answer' | 'changes'>
  /** Whether the next path is another version of what is in sight, and stays there. */
  readonly isVersion: RefObject<boolean>
  readonly colourOf: (branchId: string) => number
  /** Tells which prompt is the last one. */
  readonly onLast: (last: Last | null) => void
  readonly onNotes: () => void
  /** What stands below the last turn. */
  readonly tail: ReactNode
}

/** Returns a path from its end on: by prompts, or entry by entry. */
export function Path(props: Props): JSX.Element {
  return props.shown.view === 'PROMPTS' ? <ByPrompts {...props} /> : <ByEntries {...props} />
}

function ByPrompts(props: Props): JSX.Element {
  const { shown: displayed, around, conversation, known, talk, isVersion, colourOf, onLast, onNotes, tail } = props
  const path = usePrompts(displayed, talk)
  useOnChange(talk.changes, path.refresh)
  const { window } = path
  const last = window?.items.at(-1)
  const [prompt, branch] = [last?.id, last?.branch.id]
  const turn = last?.answer?.observation.turn ?? last?.observation?.turn ?? null
  useEffect(
    () => onLast(prompt === undefined || branch === undefined ? null : { prompt, branch, turn }),
    [prompt, branch, turn, onLast],
  )
  // It can be read entry by entry, whatever its length.
  if (!window && path.fault === tooLarge) return <ByEntries {...props} />
  if (!window) return <Waiting known={known} fault={path.fault} onAgain={path.refresh} />
  const notes = window.older ? 0 : window.items.reduce((sum, { loop }) => sum + loop.notes, 0)
  const prompts = window.items.some(({ number }) => number === 0) ? null : window.total
  const since = window.older ? null : (window.items[0]?.loop.startedAt ?? null)
  const beginning = conversation ? <Facts {...{ conversation, notes, since, onNotes, prompts }} /> : null
  if (window.items.length === 0) return <NothingSaid>{beginning}</NothingSaid>
  return (
    <>
      <Fault fault={path.fault} onAgain={path.refresh} />
      <PromptFeed
        key={displayed.values}
        {...{ around, window, isVersion, colourOf, beginning, tail }}
        path={path.path}
        at={displayed.at}
        asOf={displayed.asOf}
        onOlder={path.loadOlder}
        source={conversation?.forkedFrom?.conversation ?? null}
      />
    </>
  )
}

function ByEntries({ shown: displayed, around, known, talk, isVersion, onLast }: Props): JSX.Element {
  const path = useTranscript(displayed, talk)
  useOnChange(talk.changes, path.refresh)
  useEffect(() => onLast(null), [onLast])
  const { window } = path
  if (!window) return <Waiting known={known} fault={path.fault} onAgain={path.refresh} />
  if (window.items.length === 0) return <NothingSaid />
  return (
    <>
      <Fault fault={path.fault} onAgain={path.refresh} />
      <Feed key={displayed.values} {...{ around, window, isVersion }} path={path.path} onOlder={path.loadOlder} />
    </>
  )
}

interface WaitingProps {
  readonly known: KnownConversation | null
  readonly fault: string | null
  readonly onAgain: () => void
}

function Waiting({ known, fault, onAgain }: WaitingProps): JSX.Element {
  return (
    <div className="feedbox">
      <div className="col">
        {known && fault === null && <KnownFacts known={known} />}
        {fault === null ? <Loading /> : <Fault fault={fault} onAgain={onAgain} />}
      </div>
    </div>
  )
}

function Fault({
  fault,
  onAgain,
}: {
  readonly fault: string | null
  readonly onAgain: () => void
}): JSX.Element | null {
  if (fault === null) return null
  return (
    <NoteLine isWarning>
      <span className="grow fault">{fault}</span>
      <button type="button" className="btn sm" onClick={onAgain}>
        Try again
      </button>
    </NoteLine>
  )
}

function NothingSaid({ children }: { readonly children?: ReactNode }): JSX.Element {
  return (
    <div className="feedbox">
      <div className="col">
        {children}
        <p className="soft nothing">Nothing said yet.</p>
      </div>
    </div>
  )
}
