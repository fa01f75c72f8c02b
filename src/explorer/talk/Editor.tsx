import { useState, type JSX } from 'react'
import type { Act } from '../act/act.ts'
import { labelOf, marksOf } from './annotations.ts'
import { wordsOf } from './entryText.ts'
import type { Entry } from './window.ts'

/** What is written at a turn. */
export type Editing = 'New version' | 'Correct' | 'Compact from here' | 'Checkpoint' | 'Label'

interface Props {
  readonly what: Editing
  readonly talkId: string
  readonly entry: Entry
  readonly headId: string | null
  readonly onAct: (act: Act) => void
  readonly onClose: () => void
}

const hints: Readonly<Record<Editing, string>> = {
  'New version': 'It stands beside this turn; what followed stays in the tree.',
  Correct: 'The words of this turn change wherever it is shown; its history stays.',
  'Compact from here': 'A summary that a model reads instead of everything from this turn on.',
  Checkpoint: 'A name for this place, by which the API finds it.',
  Label: 'Words for whoever looks at the tree; without any, the label goes.',
}

/** Returns the field in which something is written at a turn. */
export function Editor({ what, talkId, entry, headId, onAct, onClose }: Props): JSX.Element {
  const isOfTurn = what === 'New version' || what === 'Correct'
  const isLine = what === 'Checkpoint' || what === 'Label'
  const [text, setText] = useState(
    isOfTurn ? (wordsOf(entry) ?? '') : what === 'Label' ? labelOf(entry.observation.annotations) : '',
  )
  const save = (): void => {
    if (text.trim() === '' && what !== 'Label') return
    const act = actOf(what, talkId, entry, headId, text)
    if (act) onAct(act)
    onClose()
  }
  return (
    <form
      className="editor"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
      }}
    >
      <textarea
        aria-label={what}
        autoFocus
        dir="auto"
        rows={isLine ? 1 : Math.min(text.split('\n').length + 2, 16)}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <span className="soft">{hints[what]}</span>
      <button type="submit">Save</button>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </form>
  )
}

function actOf(what: Editing, talkId: string, entry: Entry, head: string | null, text: string): Act | null {
  const { observation, message, role } = entry
  if (what === 'Checkpoint') return { kind: 'checkpoint', talkId, at: observation.id, name: text.trim() }
  if (what === 'Label') {
    const values = { label: text.trim() || null }
    return { kind: 'annotate', observationId: observation.id, values, before: marksOf(observation.annotations) }
  }
  if (what === 'Compact from here') {
    const from = { observationId: observation.id }
    return { kind: 'compact', talkId, from, to: { observationId: head ?? observation.id }, summary: text, head }
  }
  if (!message || role == null) return null
  if (what === 'Correct') return { kind: 'correct', messageId: message.id, text, before: wordsOf(entry) ?? '' }
  const parent = observation.parent?.id ?? null
  return { kind: 'newVersion', talkId, turnId: message.turnId, parent, role, text, head }
}
