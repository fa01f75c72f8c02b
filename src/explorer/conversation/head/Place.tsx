import { GitBranch, Trash2 } from 'lucide-react'
import type { JSX } from 'react'
import { NoteLine } from '../../parts/Notice.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { Time } from '../../parts/Time.tsx'
import type { Branch } from './branches.ts'

interface Props {
  readonly read: Branch | null
  readonly colour: number
  /** Null where nothing can be changed. */
  readonly onGoOn: (() => void) | null
  readonly onBack: () => void
}

/** Returns the line that says that another place than the current end is read. */
export function PlaceNotice({ read, colour, onGoOn, onBack }: Props): JSX.Element {
  return (
    <NoteLine icon={<GitBranch className="i" />}>
      <span className="grow">
        {read ? (
          <>
            You are reading <Tag name={read.name} colour={colour} />, which ends here.
          </>
        ) : (
          'You are reading a place before the current end.'
        )}
      </span>
      {onGoOn && (
        <button type="button" className="btn sm" onClick={onGoOn}>
          Go on from here
        </button>
      )}
      <button type="button" className="btn sm" onClick={onBack}>
        Back to the current end
      </button>
    </NoteLine>
  )
}

/** Returns the line that says that a conversation is deleted, and brings it back. */
export function DeletedNotice({
  at,
  onRestore,
}: {
  readonly at: string
  /** Null where nothing can be changed. */
  readonly onRestore: (() => void) | null
}): JSX.Element {
  return (
    <NoteLine isWarning icon={<Trash2 className="i" />}>
      <span className="grow">
        Deleted on <Time at={at} />. It can be read{onRestore ? ', and brought back' : ''}.
      </span>
      {onRestore && (
        <button type="button" className="btn sm" onClick={onRestore}>
          Restore
        </button>
      )}
    </NoteLine>
  )
}

/** A run that is not over. */
export interface OpenRun {
  readonly runId: string
  readonly state: string
  readonly claimedAt: string
}

/** Returns the line that says that a program is at work in a conversation, and stops it. */
export function RunNotice({
  run: { state, claimedAt },
  by,
  onStop,
}: {
  readonly run: OpenRun
  /** The program's name; null where nothing says it. */
  readonly by: string | null
  /** Null where nothing can be changed. */
  readonly onStop: (() => void) | null
}): JSX.Element {
  return (
    <NoteLine icon={<span className="run" />}>
      <span className="grow">
        {state === 'SUSPENDED' ? 'A run waits for an answer since ' : 'A run is under way since '}
        <Time at={claimedAt} />
        {by !== null && (
          <>
            , by <b dir="auto">{by}</b>
          </>
        )}
        . What it stores appears here.
      </span>
      {onStop && (
        <button type="button" className="btn sm" onClick={onStop}>
          Stop the run
        </button>
      )}
    </NoteLine>
  )
}
