import { useMemo } from 'react'
import { useClient, type Client, type TypedDocumentNode } from 'urql'
import { useLocation } from 'wouter'
import { noteAnswer, type AnswerFacts } from '../conversation/answers/answers.ts'
import * as documents from '../documents/generated.ts'
import { base, paths } from '../urls/urls.ts'
import { routeOf } from '../urls/route.ts'
import { counted, when } from '../parts/text.ts'
import { conversationOf, type Action } from './action.ts'
import { inputOf } from './inputOf.ts'
import { done } from './done.ts'
import { inverseOf, type ActionResult } from './inverseOf.ts'
import { eventWords } from '../activity/words.ts'
import { choicesOf, type ChoiceWords } from './choices.ts'
import { freshKey } from './freshKey.ts'
import { operations } from './operations.ts'
import { backTo } from './backTo.ts'
import type { Failure, Perform } from './sending.ts'
import { actions, say, type Toast } from './toasts.ts'
import { own } from '../../runtime/own.ts'
import { dropUndoable, noteUndoable, type Undoable } from './undoable.ts'

interface Result extends ActionResult {
  readonly userErrors: readonly ChoiceWords[]
  readonly sharedLength?: number | null
  readonly leftTranscript?: number
  readonly warnings?: readonly { readonly message: string }[]
  readonly answer?: AnswerFacts | null
}
type Operation = TypedDocumentNode<{ readonly result: Result }, { readonly input: never }>

/** Returns what does an action, says what came of it, and offers what takes it back or can be done instead. */
export function useAction(): Perform {
  const client = useClient()
  const [, navigate] = useLocation()
  return useMemo(() => performer(client, navigate), [client, navigate])
}

function performer(client: Client, navigate: (to: string) => void) {
  /** `isUndo`: it takes something back, and is no act of its own to be taken back by `u`. */
  const perform = async (action: Action, key: string, onDone?: () => void, isUndo = false): Promise<Failure | null> => {
    const { result, fault } = await send(client, action, key)
    const [refusal] = result?.userErrors ?? []
    if (!result) {
      const again = { label: 'Try again', onPress: () => void perform(action, key, onDone, isUndo) }
      return { text: complain(`It is not known whether this was done: ${fault}`, [again]), isUnknown: true }
    }
    if (refusal) {
      const who = refusal.code === 'HEAD_MOVED' ? await lastDone(client, action) : ''
      return { text: complain(`${wordsOf(refusal)}${who}`, buttonsFor(action, refusal, onDone)), isUnknown: false }
    }
    onDone?.()
    succeed(action, result, isUndo)
    return null
  }
  const complain = (text: string, buttons: Toast['buttons']): string => {
    say({ text, isFault: true, buttons })
    return text
  }
  const succeed = (action: Action, result: Result, isUndo: boolean): void => {
    if (result.answer && 'conversationId' in action) noteAnswer(action.conversationId, result.answer)
    actions.set(actions.get() + 1)
    const inverse = inverseOf(action, result)
    const act: Undoable = {
      conversationId: placeOf(action, result),
      text: textOf(action, result),
      head: inverse && 'head' in inverse ? inverse.head : undefined,
      undo: () => {
        dropUndoable(act)
        if (action.kind === 'fork') navigate(paths.conversation(action.conversationId))
        if (inverse) void perform(inverse, freshKey(), undefined, !isUndo)
      },
    }
    if (inverse && !isUndo && action.kind !== 'undo') noteUndoable(act)
    // Of moves of a head only the last one can be taken back from here.
    const about = 'head' in action ? `head of ${conversationOf(action) ?? ''}` : null
    say({
      text: act.text,
      isFault: false,
      about,
      buttons: inverse ? [{ label: 'Undo', onPress: act.undo }] : [],
    })
    const to = placeAfter(action, result)
    if (to !== null) navigate(to)
  }
  /** What can be done instead, and a look at what is there. */
  const buttonsFor = (action: Action, refusal: ChoiceWords, onDone?: () => void): Toast['buttons'] => {
    const look = {
      label: 'Look',
      onPress: () => {
        // A page that no event told of the move would not read it now either.
        actions.set(actions.get() + 1)
        navigate(paths.conversation(conversationOf(action) ?? ''))
      },
    }
    const others = choicesOf(action, refusal).map(({ label, action: other }) => {
      // Another act, as a fork, leaves what was written where it is.
      const closing = other.kind === action.kind ? onDone : undefined
      return { label, onPress: () => void perform(other, freshKey(), closing) }
    })
    return refusal.code === 'HEAD_MOVED' ? [look, ...others] : others
  }
  return (action: Action, onDone?: () => void, key = freshKey()) => perform(action, key, onDone)
}

async function send(client: Client, action: Action, key: string): Promise<{ result: Result | null; fault: string }> {
  const operation = operations[action.kind] as Operation
  const input = inputOf(action, key) as never
  if (action.kind === 'fork') {
    const tried = await client
      .mutation(operation, { input: { ...(input as object), dryRun: true } as never })
      .toPromise()
    const refused = tried.data?.result
    if (refused && refused.userErrors.length > 0) return { result: refused, fault: '' }
  }
  const answer = action.kind === 'return' ? await backTo(client, action, key) : await ask(client, operation, input)
  return { result: answer.data?.result ?? null, fault: answer.error?.message ?? 'no answer' }
}

/** A refusal in the page's own words, where they say more than the server's. */
const wordsOf = ({ code, message }: ChoiceWords): string =>
  code === 'HEAD_MOVED' ? 'The conversation changed meanwhile.' : message

const ask = (client: Client, operation: Operation, input: never) => client.mutation(operation, { input }).toPromise()

/** Says what was done last where an action was to be done, and who did it; nothing where that is not known. */
async function lastDone(client: Client, action: Action): Promise<string> {
  const id = conversationOf(action)
  if (id === null) return ''
  const { data } = await client.query(documents.LastEvent, { id }, { requestPolicy: 'network-only' }).toPromise()
  const last = data?.conversation?.events.nodes[0]
  if (!last) return ''
  const by = last.principal?.label ?? last.principal?.id
  return ` The last act: ${(own(eventWords, last.kind) ?? 'a change').toLowerCase()}${by == null ? '' : ` by ${by}`}, ${when(last.at)}.`
}

function textOf(action: Action, { sharedLength, warnings = [], leftTranscript, verdict }: Result): string {
  const shared = action.kind === 'fork' && sharedLength != null ? ` It shares ${counted(sharedLength, 'turn')}.` : ''
  if (verdict === 'REFUTED') return 'Nothing passed the gate: all stays as it was.'
  if (verdict === 'CONFLICTING') return 'Each passed the gate, together they do not: all stays as it was.'
  if (verdict === 'UNDECIDED') return 'There was nothing to judge: all stays as it was.'
  const leftCount = leftTranscript
    ? ` ${counted(leftTranscript, 'turn')} ${leftTranscript === 1 ? 'stays' : 'stay'} as a branch.`
    : ''
  return [`${done[action.kind]}${shared}${leftCount}`, ...warnings.map(({ message }) => message)].join(' ')
}

/** The conversation in which an act is taken back: a fork in itself, what names none where it was done. */
function placeOf(action: Action, { conversation }: Result): string | null {
  if (action.kind === 'fork') return conversation?.id ?? null
  const route = routeOf(location.pathname.slice(base.length))
  return conversationOf(action) ?? (route.kind === 'conversation' || route.kind === 'tree' ? route.id : null)
}

/** Where to look after an action; null where one is already. */
function placeAfter(action: Action, { conversation }: Result): string | null {
  if (action.kind === 'fork') return conversation ? paths.conversation(conversation.id) : null
  const moves = ['rewind', 'switch', 'newVersion', 'add', 'ask', 'answerAgain', 'undo', 'return'].includes(action.kind)
  const route = routeOf(location.pathname.slice(base.length))
  if (action.kind === 'restoreConversation')
    return route.kind === 'activity' ? null : paths.conversation(action.conversationId)
  // Elsewhere, in a comparison say, one stays to see what has become of it.
  if (!moves || !('conversationId' in action) || !('id' in route) || route.id !== action.conversationId) return null
  return route.kind === 'tree' ? paths.tree(action.conversationId) : paths.conversation(action.conversationId)
}
