import { Folder, GitFork } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { ConversationQuery } from '../../documents/generated.ts'
import type { KnownConversation } from '../../data/knownConversation.ts'
import { howLong } from '../../erasures/retention.ts'
import { costParts } from '../../parts/cost.ts'
import { shortFolder } from '../../parts/folder.ts'
import { counted, dayOf, grouped, short, wholeDate } from '../../parts/text.ts'
import { paths } from '../../urls/urls.ts'

type Conversation = NonNullable<ConversationQuery['conversation']>

interface Props {
  readonly conversation: Conversation
  readonly prompts: number | null
  /** When its first prompt was said; null where that is not known. */
  readonly since: string | null
  /** Notes of all prompts, where all are loaded. */
  readonly notes: number
  readonly onNotes: () => void
}

/** Returns what is known of a conversation, in one line above its first turn. */
export function Facts({ conversation, prompts, since, notes, onNotes }: Props): JSX.Element {
  const { cwd, dated, updatedAt, usage, treeShape, forkedFrom, spawnedBy, forks, retainDays } = conversation
  const tokens = usage.inputTokens + usage.outputTokens + usage.cacheReadTokens
  const cost = costParts(usage)
  return (
    <div className="start">
      <InFolder cwd={cwd} />
      <Day dated={dated} at={since ?? updatedAt} />
      {prompts !== null && <span>{counted(prompts, 'prompt')}</span>}
      <Calls shape={treeShape} />
      {tokens > 0 && <span>{short(tokens)} tokens</span>}
      {cost.known.length > 0 && <span>{cost.known.join(', ')}</span>}
      {cost.unknown !== null && <span className="warn">{cost.unknown}</span>}
      {(forks.totalCount ?? 0) > 0 && <span>{counted(forks.totalCount ?? 0, 'fork')}</span>}
      {retainDays != null && (
        <span title="Counted from when something came in; the menu says more">Kept {howLong(retainDays)}</span>
      )}
      {forkedFrom && (
        <Link className="link" href={paths.compare(forkedFrom.conversation.id, conversation.id)}>
          <GitFork className="i s" /> Compare with its source
        </Link>
      )}
      {spawnedBy && (
        <span>
          Started by a call in{' '}
          <Link className="link" href={paths.conversation(spawnedBy.conversation.id)} dir="auto">
            {spawnedBy.conversation.title || 'Untitled'}
          </Link>
        </span>
      )}
      {notes > 0 && (
        <button type="button" className="link" onClick={onNotes}>
          Show {counted(notes, 'note')}
        </button>
      )}
    </div>
  )
}

/** Returns what other screens know of a conversation, in the place of the line above its first turn. */
export function KnownFacts({ known }: { readonly known: KnownConversation }): JSX.Element {
  const { cwd, dated, updatedAt, treeShape } = known
  return (
    <div className="start">
      <InFolder cwd={cwd} />
      {dated !== undefined && updatedAt !== undefined && <Day dated={dated} at={updatedAt} />}
      {treeShape && <Calls shape={treeShape} />}
    </div>
  )
}

function InFolder({ cwd }: { readonly cwd: string | null | undefined }): JSX.Element | null {
  if (cwd == null) return null
  return (
    <span className="mono" dir="auto" title={cwd}>
      <Folder className="i s" />
      {shortFolder(cwd)}
    </span>
  )
}

function Day({ at, dated }: { readonly at: string; readonly dated: boolean }): JSX.Element {
  if (dated) return <span title={wholeDate(at)}>{dayOf(at)}</span>
  return <span title={`Imported ${wholeDate(at)}; its file has no times`}>no date</span>
}

function Calls({ shape }: { readonly shape: Conversation['treeShape'] }): JSX.Element | null {
  if (shape.toolCalls === 0) return null
  return (
    <span>
      {counted(shape.toolCalls, 'tool call')}
      {shape.failedCalls > 0 && (
        <>
          , <b className="bad">{grouped(shape.failedCalls)} failed</b>
        </>
      )}
    </span>
  )
}
