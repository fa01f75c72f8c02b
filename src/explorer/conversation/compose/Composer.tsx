import { ChevronDown, Paperclip } from 'lucide-react'
import { useRef, type ClipboardEvent, type DragEvent, type JSX, type KeyboardEvent } from 'react'
import type { Action } from '../../actions/action.ts'
import type { Perform } from '../../actions/sending.ts'
import { useSending } from '../../actions/useSending.ts'
import { useObservable } from '../../data/observable.ts'
import { useKey } from '../../keys/keyActions.ts'
import { IconButton } from '../../parts/IconButton.tsx'
import { LazyMenu } from '../../parts/LazyMenu.tsx'
import { enterKey } from '../../settings/choices.ts'
import type { AnswerFacts } from '../answers/answers.ts'
import { pickedModel, useResponder } from '../answers/responder.ts'
import { AnswerUnderWay } from './AnswerUnderWay.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import { useAttachments } from './attachments.ts'
import type { Branch } from '../head/branches.ts'
import { editLastPrompt } from './editLastPrompt.ts'
import { GoesOn } from './GoesOn.tsx'
import { useDraft } from './useDraft.ts'

interface Props {
  readonly id: string
  readonly headId: string | null
  /** The place that is read, where it is not the current end. */
  readonly at: string | null
  /** The turn that is there, as far as that is known. */
  readonly turn: number | null
  readonly read: Branch | null
  readonly colour: number
  readonly onAction: Perform
  /** The answer that is being made here; null where none is. */
  readonly answer: AnswerFacts | null
}

type Role = 'USER' | 'ASSISTANT' | 'SYSTEM'

/** Returns where the next turn is written; it says from where that goes on. */
export function Composer({ id, headId, at, turn, read, colour, onAction, answer }: Props): JSX.Element {
  const draft = useDraft(`${id} ${at ?? ''}`)
  const { text } = draft
  const { files, attach, remove } = useAttachments()
  // What was written since is told by the draft itself, place by place.
  const sending = useSending(onAction, '')
  const enter = useObservable(enterKey)
  const responder = useResponder()
  const picked = useObservable(pickedModel)
  const canAsk = responder !== null
  const models = responder?.models ?? []
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  useKey('i', () => field.current?.focus())
  const isReady =
    (text.trim() !== '' || files.length > 0) && files.every((file) => file.id !== null) && !sending.isSending
  const sent = files.flatMap((file) => file.id ?? [])
  const next = { conversationId: id, parent: at ?? headId, text: text.trim(), attachments: sent, head: headId }
  /** The words and files stay until the server has them, and what was added meanwhile stays then too. */
  const submit = (action: Action): void =>
    sending.send(action, () => {
      draft.forget(text)
      for (const { key } of files) remove(key)
    })
  const store = (role: Role): void => {
    if (isReady) submit({ kind: 'add', role, ...next })
  }
  const ask = (): void => {
    if (isReady && answer === null) submit({ kind: 'ask', model: picked, ...next })
  }
  const send = (): void => {
    if (canAsk) ask()
    else store('USER')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // While a word is put together from several keys, Enter ends the word.
    const isSent = enterKey.get() === 'send' ? !event.shiftKey : event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && isSent && !event.nativeEvent.isComposing) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape') field.current?.blur()
    if (event.key === 'ArrowUp' && text === '' && editLastPrompt()) event.preventDefault()
  }
  const take = (event: DragEvent | ClipboardEvent, from: DataTransfer | null): void => {
    const dropped = [...(from?.files ?? [])]
    if (dropped.length === 0) return
    event.preventDefault()
    attach(dropped)
  }
  return (
    <form
      className="compose"
      aria-label="Next turn"
      aria-busy={sending.isSending}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDrop={(event) => take(event, event.dataTransfer)}
    >
      <div className="col">
        <div className="box">
          <textarea
            ref={field}
            aria-label="Next turn"
            placeholder="Write the next turn …"
            dir="auto"
            rows={1}
            value={text}
            onChange={({ target }) => draft.write(target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => take(event, event.clipboardData)}
          />
          <AttachedFiles files={files} onRemove={remove} />
          {answer && <AnswerUnderWay key={answer.id} conversationId={id} answer={answer} />}
          <div className="boxrow" hidden={answer !== null}>
            <IconButton isSmall icon={Paperclip} name="Attach a file" onClick={() => chooser.current?.click()} />
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              onChange={({ target }) => {
                attach([...(target.files ?? [])])
                target.value = ''
              }}
            />
            <GoesOn {...{ at, turn, read, colour, headId }} />
            <span className="grow" />
            {responder !== null && models.length > 1 && (
              <LazyMenu
                trigger={
                  <button
                    type="button"
                    className="btn sm model"
                    aria-label={`Model: ${picked ?? responder.model ?? 'any'}`}
                  >
                    <span className="cut">{picked ?? responder.model ?? 'Model'}</span>
                    <ChevronDown className="i s" />
                  </button>
                }
                groups={() => [
                  models.map((name) => ({
                    name,
                    isChosen: name === (picked ?? responder.model),
                    onSelect: () => pickedModel.set(name),
                  })),
                ]}
              />
            )}
            {canAsk && (
              <button type="button" className="btn sm" disabled={!isReady} onClick={() => store('USER')}>
                Add as user
              </button>
            )}
            <LazyMenu
              trigger={
                <button
                  type="button"
                  className={canAsk ? 'btn ic sm' : 'btn sm'}
                  disabled={!isReady}
                  {...(canAsk && { 'aria-label': 'Add as …', title: 'Add as …' })}
                >
                  {!canAsk && 'Add as …'}
                  <ChevronDown className="i s" />
                </button>
              }
              groups={() => [
                [
                  { name: 'Add as assistant', hint: 'As if a model had said it', onSelect: () => store('ASSISTANT') },
                  { name: 'Add as system', hint: 'What the model gets first', onSelect: () => store('SYSTEM') },
                ],
              ]}
            />
            <button type="submit" className="btn sm main" disabled={!isReady || (canAsk && answer !== null)}>
              {canAsk ? 'Ask the model' : 'Add as user'}{' '}
              <kbd aria-hidden="true">{enter === 'send' ? '↵' : 'Ctrl ↵'}</kbd>
            </button>
          </div>
        </div>
      </div>
    </form>
  )
}
