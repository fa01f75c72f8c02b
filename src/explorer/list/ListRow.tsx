import { Archive, CircleX, Ellipsis, GitBranch, GitFork, Trash2 } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import { ConversationMenu } from '../conversation/head/ConversationMenu.tsx'
import { LiveMark } from '../parts/LiveMark.tsx'
import { IconButton } from '../parts/IconButton.tsx'
import { lastWords } from '../parts/plain.ts'
import { counted } from '../parts/text.ts'
import { Dated } from '../parts/Time.tsx'
import { paths } from '../urls/urls.ts'
import type { ListedConversation } from './lines.ts'

/** Returns a conversation in two lines: its title and time; its last words, and what is of note in it. */
export function ListRow({
  line,
  isOpen,
}: {
  readonly line: ListedConversation
  readonly isOpen: boolean
}): JSX.Element {
  const { id, title, preview, forkedFrom, turnCount, updatedAt, dated } = line
  const isNew = forkedFrom?.turn === turnCount
  return (
    <div className="convrow">
      <Link href={paths.conversation(id)} className="conv" {...(isOpen && { 'aria-current': 'page' as const })}>
        <span>
          <b className="cut" dir="auto">
            {title || 'Untitled'}
          </b>
          <Dated at={updatedAt} isDated={dated} />
        </span>
        <span>
          <span className="pre cut" dir="auto">
            {isNew ? `Forked from “${forkedFrom.conversation.title || 'Untitled'}”` : lastWords(preview)}
          </span>
          <Badges line={line} />
        </span>
      </Link>
      <ConversationMenu
        conversation={line}
        trigger={<IconButton isSmall icon={Ellipsis} name="Conversation actions" className="rowmenu" />}
      />
    </div>
  )
}

function Badges({
  line: { id, activeRun, archived, deletedAt, forkCount, forkedFrom, live, treeShape },
}: {
  readonly line: ListedConversation
}): JSX.Element | null {
  const { leaves: branches, failedCalls } = treeShape
  const isPlain = !activeRun && !live && !archived && !forkedFrom && deletedAt == null
  if (isPlain && failedCalls === 0 && forkCount === 0 && branches < 2) return null
  return (
    <span className="bad-ges">
      {activeRun && <span className="run" role="img" aria-label="under way" title="under way" />}
      <LiveMark id={id} live={live} />
      {deletedAt != null && (
        <span className="bd" title="deleted">
          <Trash2 className="i" />
        </span>
      )}
      {archived && (
        <span className="bd" title="archived">
          <Archive className="i" />
          <span className="vh">archived</span>
        </span>
      )}
      {failedCalls > 0 && (
        <span className="bd bad" title={counted(failedCalls, 'failed tool call')}>
          <CircleX className="i" />
          {failedCalls}
          <span className="vh"> failed</span>
        </span>
      )}
      {forkCount > 0 ? (
        <span className="bd" title={counted(forkCount, 'fork')}>
          <GitFork className="i" />
          {forkCount}
          <span className="vh"> {forkCount === 1 ? 'fork' : 'forks'}</span>
        </span>
      ) : (
        forkedFrom && (
          <span className="bd" title="a fork">
            <GitFork className="i" />
            <span className="vh">a fork</span>
          </span>
        )
      )}
      {branches > 1 && (
        <span className="bd" title={`${branches} branches`}>
          <GitBranch className="i" />
          {branches}
          <span className="vh"> branches</span>
        </span>
      )}
    </span>
  )
}
