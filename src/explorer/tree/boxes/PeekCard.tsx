import type { CSSProperties, JSX } from 'react'
import { Tag } from '../../parts/Tag.tsx'
import { plainLine } from '../../parts/plain.ts'
import { counted } from '../../parts/text.ts'
import { answerWords, askedWords } from '../prompts/rowWords.ts'
import type { TreePrompt } from '../prompts/usePromptTree.ts'

interface Props {
  readonly prompt: TreePrompt
  readonly branch: string | null
  readonly colour: number
  readonly style: CSSProperties
  readonly onOpen: () => void
  /** Null where there is nothing to compare it with. */
  readonly onCompare: (() => void) | null
  readonly onFork: () => void
}

/** Returns what a box of the map stands for, and what can be done with it. */
export function PeekCard({ prompt, branch, colour, style, onOpen, onCompare, onFork }: Props): JSX.Element {
  const { versions, observation, loop } = prompt
  const answer = answerWords(prompt)
  return (
    <div className="peek" style={style}>
      <div className="peek-head">
        {branch !== null && <Tag name={branch} colour={colour} />}
        <span className="soft n">
          {observation?.turn != null && `turn ${observation.turn}`}
          {versions != null && versions.count > 1 && ` · version ${versions.index} of ${versions.count}`}
        </span>
      </div>
      <p className="peek-words" dir="auto">
        {plainLine(askedWords(prompt), 220)}
      </p>
      {answer !== '' && (
        <p className="soft" dir="auto">
          {plainLine(answer, 200)}
        </p>
      )}
      {loop.calls > 0 && (
        <p className="n">
          {counted(loop.calls, 'tool call')}
          {loop.failures > 0 && <span className="bad"> · {loop.failures} failed</span>}
        </p>
      )}
      <div className="peek-acts">
        <button type="button" className="btn sm" onClick={onOpen}>
          Open
        </button>
        {onCompare && (
          <button type="button" className="btn sm" onClick={onCompare}>
            Compare
          </button>
        )}
        <button type="button" className="btn sm" onClick={onFork}>
          Fork
        </button>
      </div>
    </div>
  )
}
