import { Flag, GitFork, Star } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import { labelOf, marksOf } from '../../conversation/turns/annotations.ts'
import { plainLine } from '../../parts/plain.ts'
import { clockOf, counted, duration, when } from '../../parts/text.ts'
import { Tag } from '../../parts/Tag.tsx'
import { paths } from '../../urls/urls.ts'
import type { PromptRow } from './promptRows.ts'
import { answerWords, askedWords } from './rowWords.ts'
import type { Fork, TreePrompt } from './usePromptTree.ts'

interface Props {
  readonly row: PromptRow<TreePrompt>
  readonly branchName: string | null
  readonly colour: number
  /** Whether the row above is of the same day, or all of the tree: then the time of day says more. */
  readonly isDayTold: boolean
  readonly isHere: boolean
  readonly forks: readonly Fork[]
}

/** Returns what a row says: what was asked; what that set off, or how the answer begins; and what has a name there. */
export function PromptRowView({ row, branchName, colour, isHere, isDayTold, forks }: Props): JSX.Element {
  const { prompt, isOpen, sums } = row
  const marks = marksOf(prompt.observation?.annotations)
  const label = labelOf(prompt.observation?.annotations)
  return (
    <span className="t">
      <span className="l1">
        <span className="cut" dir="auto">
          {plainLine(askedWords(prompt))}
        </span>
        {prompt.versions && prompt.versions.count > 1 && (
          <span className="num">
            {prompt.versions.index}/{prompt.versions.count}
          </span>
        )}
      </span>
      <span className="l2">
        <Counts row={row} />
        {(isOpen === false || sums.calls > 0) && (
          <span className="rowtime">
            {'· '}
            <time dateTime={prompt.loop.startedAt}>
              {isDayTold ? clockOf(prompt.loop.startedAt) : when(prompt.loop.startedAt)}
            </time>
          </span>
        )}
        <span className="end">
          {marks['mark'] === true && <Star className="i s" role="img" aria-label="starred" />}
          {label !== '' && (
            <span className="chip warn" dir="auto">
              {label}
            </span>
          )}
          {prompt.checkpoints.map(({ id, details }) => (
            <span key={id} className="chip good">
              <Flag className="i s" />
              <span className="cut" dir="auto">
                {nameOf(details)}
              </span>
            </span>
          ))}
          {forks.map(({ id, title }) => (
            <Link
              key={id}
              className="chip"
              href={paths.conversation(id)}
              tabIndex={-1}
              title={`Fork: ${title || 'Untitled'}`}
              onClick={(event) => event.stopPropagation()}
            >
              <GitFork className="i s" />
              fork
            </Link>
          ))}
          {branchName !== null && <Tag name={branchName} colour={colour} />}
          {isHere && <span className="chip here">current end</span>}
        </span>
      </span>
    </span>
  )
}

function Counts({ row: { prompt, sums, isOpen } }: { readonly row: PromptRow<TreePrompt> }): JSX.Element {
  const isFolded = isOpen === false
  const time = Date.parse(prompt.loop.endedAt) - Date.parse(prompt.loop.startedAt)
  if (!isFolded && sums.calls === 0)
    return (
      <span className="cut" dir="auto">
        {plainLine(answerWords(prompt)) || 'no answer'}
      </span>
    )
  return (
    <span className="n">
      {isFolded && `${counted(sums.prompts, 'prompt')} · `}
      {counted(sums.calls, 'tool call')}
      {sums.failures > 0 && (
        <>
          {' · '}
          <span className="bad">{sums.failures} failed</span>
        </>
      )}
      {!isFolded && time >= 50 && ` · ${duration(time)}`}
    </span>
  )
}

/** Returns a checkpoint's name. */
export function nameOf(details: unknown): string {
  const name = typeof details === 'object' && details !== null && 'name' in details ? details.name : null
  return typeof name === 'string' ? name : 'checkpoint'
}
