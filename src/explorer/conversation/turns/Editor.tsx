import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import type { Action } from '../../actions/action.ts'
import type { Perform } from '../../actions/sending.ts'
import { useSending } from '../../actions/useSending.ts'
import { MessageText } from '../../documents/generated.ts'
import { Loading } from '../../parts/Notice.tsx'
import { labelOf, marksOf } from './annotations.ts'
import type { TurnFacts } from './turnFacts.ts'

/** What is written at a turn. */
export type Editing = 'New version' | 'Fix a typo' | 'Summarise from here' | 'Checkpoint' | 'Label'

interface Props {
  readonly what: Editing
  readonly conversationId: string
  readonly facts: TurnFacts
  readonly headId: string | null
  readonly onAction: Perform
  readonly onClose: () => void
}

const hints: Readonly<Record<Editing, string>> = {
  'New version': 'It becomes a version of this turn; what followed stays as a branch.',
  'Fix a typo': 'The words change wherever this turn is shown; its history stays.',
  'Summarise from here': 'The model reads these words in place of everything from this turn on.',
  Checkpoint: 'A name for this place, which stays where it is.',
  Label: 'A few words beside this turn; without any, the label goes.',
}

/** Returns the field in which something is written at a turn, with what is to be changed in it. */
export function Editor(props: Props): JSX.Element {
  const { what, facts } = props
  const isOfTurn = what === 'New version' || what === 'Fix a typo'
  const [{ data, fetching }] = useQuery({
    query: MessageText,
    variables: { id: facts.messageId ?? '' },
    pause: !isOfTurn,
    requestPolicy: 'network-only',
  })
  if (isOfTurn && (fetching || !data)) return <Loading rows={1} />
  const before = isOfTurn ? (data?.message?.text ?? '') : what === 'Label' ? labelOf(facts.annotations) : ''
  return <Field {...props} before={before} />
}

function Field({
  what,
  conversationId,
  facts,
  headId,
  before,
  onAction,
  onClose,
}: Props & { readonly before: string }): JSX.Element {
  const isLine = what === 'Checkpoint' || what === 'Label'
  const [text, setText] = useState(before)
  const { send, isSending } = useSending(onAction, text)
  const save = (): void => {
    if (text.trim() === '' && what !== 'Label') return
    const action = actionOf(what, conversationId, facts, headId, text, before)
    if (action) send(action, onClose)
    else onClose()
  }
  return (
    <form
      className="editor box"
      aria-busy={isSending}
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
      <div className="boxrow">
        <span className="soft grow">{hints[what]}</span>
        <button type="button" className="btn sm" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn sm main" disabled={isSending}>
          Save
        </button>
      </div>
    </form>
  )
}

function actionOf(
  what: Editing,
  conversationId: string,
  { observationId, messageId, turnId, parentId, role, annotations }: TurnFacts,
  head: string | null,
  text: string,
  before: string,
): Action | null {
  if (what === 'Checkpoint') return { kind: 'checkpoint', conversationId, at: observationId, name: text.trim() }
  if (what === 'Label') {
    const values = { label: text.trim() || null }
    return { kind: 'annotate', observationId, values, before: marksOf(annotations) }
  }
  if (what === 'Summarise from here') {
    const to = { observationId: head ?? observationId }
    return { kind: 'compact', conversationId, from: { observationId }, to, summary: text, head }
  }
  if (messageId === null || role === null) return null
  if (what === 'Fix a typo') return { kind: 'correct', messageId, text, before }
  return { kind: 'newVersion', conversationId, turnId, parent: parentId, role, text, head }
}
