import { Copy, Ellipsis, GitFork, Pencil, Settings2, Sparkles, User, Wrench } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type JSX, type ReactNode, type RefObject } from 'react'
import { useClient } from 'urql'
import { useLocation } from 'wouter'
import type { Perform } from '../../actions/sending.ts'
import { copyLink, copyText } from '../../actions/copyLink.ts'
import { say } from '../../actions/toasts.ts'
import { useIsReadOnly } from '../../data/rights.ts'
import { MessageText } from '../../documents/generated.ts'
import { useObservable } from '../../data/observable.ts'
import { ErrorBoundary } from '../../parts/ErrorBoundary.tsx'
import { IconButton } from '../../parts/IconButton.tsx'
import { paths } from '../../urls/urls.ts'
import { responder } from '../answers/responder.ts'
import { notesOf } from './annotations.ts'
import { Editor, type Editing } from './Editor.tsx'
import { turnActions, type AtTurn } from './turnActions.ts'
import type { TurnFacts } from './turnFacts.ts'
import { Versions, type VersionArrows } from './Versions.tsx'

const TurnMenu = lazy(() => import('./TurnMenu.tsx'))
const ContinueIn = lazy(() => import('../resume/ContinueIn.tsx'))

/** What every turn of a page shares. */
export interface Around {
  readonly conversationId: string
  readonly headId: string | null | undefined
  /** Whether an earlier time is shown, at which nothing can be changed. */
  readonly isPast: boolean
  /** Whether anything in the conversation came with a time of its own: else turns show none. */
  readonly isDated: boolean
  readonly onVersion: (observationId: string) => Promise<void>
  readonly onAction: Perform
}

interface Props {
  readonly around: Around
  /** What it is called: `Turn 3, USER`. */
  readonly name: string
  readonly facts: TurnFacts
  readonly who: string
  /** What is known of it besides: its model, its time. */
  readonly meta: ReactNode
  readonly versions?: VersionArrows | null | undefined
  readonly hasActions?: boolean
  /** Whether its actions are seen without being pointed at. */
  readonly isLast?: boolean
  readonly className?: string
  readonly attributes?: Readonly<Record<string, string | number | boolean | null>>
  readonly children: ReactNode
}

const icons = { USER: User, ASSISTANT: Sparkles, SYSTEM: Settings2, TOOL: Wrench } as const

/** Returns a turn: who said it, what can be done at it, what was said. */
export function TurnFrame(props: Props): JSX.Element {
  const { around, name, facts, who, meta, versions, hasActions = true, isLast = false, className = '' } = props
  const [editing, setEditing] = useState<Editing | null>(null)
  const [isContinuing, setContinuing] = useState(false)
  const [, navigate] = useLocation()
  const client = useClient()
  const place = useRef<HTMLElement>(null)
  const notes = notesOf(facts.annotations)
  const isReadOnly = useIsReadOnly()
  const { conversationId, headId, isPast, onVersion, onAction } = around
  const at: AtTurn = {
    ...{ conversationId, facts, headId, isPast, isReadOnly, onEdit: setEditing },
    onAction: (action) => void onAction(action),
    canAsk: useObservable(responder) !== null,
    hasVersions: (versions?.count ?? 1) > 1,
    onHistory: (messageId) => navigate(paths.message(messageId)),
    onCopyLink: (observationId) => void copyLink(paths.conversation(conversationId, observationId)),
    onContinue: () => setContinuing(true),
  }
  useKeyedAction(place, at)
  // All of its words, of which the page may show a part.
  const copy = async (): Promise<void> => {
    const variables = { id: facts.messageId ?? '' }
    const { data, error } = await client.query(MessageText, variables, { requestPolicy: 'network-only' }).toPromise()
    const text = data?.message?.text
    if (text == null) say({ text: error?.message ?? 'It has no words to copy.', isFault: true, buttons: [] })
    else await copyText(text, 'The words are copied.')
  }
  const Icon = icons[facts.role ?? 'SYSTEM']
  return (
    <article
      ref={place}
      className={`turn ${(facts.role ?? 'note').toLowerCase()} ${className}`}
      aria-label={name}
      tabIndex={0}
      data-observation={facts.observationId}
      {...props.attributes}
    >
      <span className="who" aria-hidden="true">
        <Icon className="i s" />
      </span>
      <div className="meta">
        <b dir="auto">{who}</b>
        {meta}
        {notes.length > 0 && (
          <span className="chip warn" dir="auto">
            ★ {notes.join(', ')}
          </span>
        )}
        <span className="acts">
          {versions && <Versions versions={versions} onVersion={onVersion} />}
          {hasActions && (
            <span className={isLast ? 'choices' : 'choices later'}>
              {facts.messageId !== null && !facts.isErased && !facts.isDeleted && (
                <IconButton isSmall icon={Copy} name="Copy" className="quick" onClick={() => void copy()} />
              )}
              <Actions at={at} />
            </span>
          )}
        </span>
      </div>
      {props.children}
      {editing && headId !== undefined && (
        <Editor {...{ conversationId, facts, headId, onAction }} what={editing} onClose={() => setEditing(null)} />
      )}
      {isContinuing && (
        <Suspense>
          <ContinueIn
            {...{ conversationId, observationId: facts.observationId }}
            onClose={() => setContinuing(false)}
          />
        </Suspense>
      )}
    </article>
  )
}

/** The two that are used most, and the menu, whose parts are loaded when one is first opened. */
function Actions({ at }: { readonly at: AtTurn }): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const quick = turnActions(at).flat()
  const edit = quick.find(({ name }) => name === 'New version')
  const fork = quick.find(({ name }) => name === 'Fork here')
  const button = (
    <IconButton isSmall icon={Ellipsis} name="Turn actions" aria-haspopup="menu" onClick={() => setWanted(true)} />
  )
  return (
    <>
      {edit && (
        <IconButton isSmall icon={Pencil} name="New version" shortcut="E" className="quick" onClick={edit.onSelect} />
      )}
      {fork && (
        <IconButton isSmall icon={GitFork} name="Fork here" shortcut="F" className="quick" onClick={fork.onSelect} />
      )}
      {isWanted ? (
        <ErrorBoundary instead={button}>
          <Suspense fallback={button}>
            <TurnMenu {...at} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        button
      )}
    </>
  )
}

/** Does what a key has chosen (keys.ts), as if the menu had. */
function useKeyedAction(place: RefObject<HTMLElement | null>, at: AtTurn): void {
  const latest = useRef(at)
  latest.current = at
  useEffect(() => {
    const turn = place.current
    const onChosen = (event: Event): void => {
      const name: unknown = event instanceof CustomEvent ? event.detail : null
      turnActions(latest.current)
        .flat()
        .find((action) => action.name === name)
        ?.onSelect()
    }
    turn?.addEventListener('turn-action', onChosen)
    return () => turn?.removeEventListener('turn-action', onChosen)
  }, [place])
}
