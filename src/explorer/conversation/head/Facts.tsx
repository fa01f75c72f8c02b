import { Folder, GitFork } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import type { ConversationQuery } from '../../documents/generated.ts'
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
      {cwd != null && (
        <span className="mono" dir="auto" title={cwd}>
          <Folder className="i s" />
          {shortFolder(cwd)}
        </span>
      )}
      {dated ? (
        <span title={wholeDate(since ?? updatedAt)}>{dayOf(since ?? updatedAt)}</span>
      ) : (
        <span title={`Imported ${wholeDate(updatedAt)}; its file has no times`}>no date</span>
      )}
      {prompts !== null && <span>{counted(prompts, 'prompt')}</span>}
      {treeShape.toolCalls > 0 && (
        <span>
          {counted(treeShape.toolCalls, 'tool call')}
          {treeShape.failedCalls > 0 && (
            <>
              , <b className="bad">{grouped(treeShape.failedCalls)} failed</b>
            </>
          )}
        </span>
      )}
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
