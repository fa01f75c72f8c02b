import { useMemo } from 'react'
import { useClient, type Client, type TypedDocumentNode } from 'urql'
import { useLocation } from 'wouter'
import * as documents from '../documents/generated.ts'
import { base, paths } from '../place.ts'
import { routeOf } from '../route.ts'
import { ago } from '../text.ts'
import { done, inputOf, inverseOf, talkOf, type Act, type ActResult } from './act.ts'
import { choicesOf, type Told } from './choices.ts'
import { backTo } from './backTo.ts'
import { acts, say, type Toast } from './toasts.ts'

interface Result extends ActResult {
  readonly userErrors: readonly Told[]
  readonly sharedLength?: number | null
  readonly leftTranscript?: number
  readonly warnings?: readonly { readonly message: string }[]
}
type Operation = TypedDocumentNode<{ readonly result: Result }, { readonly input: never }>

const operations: Readonly<Record<Act['kind'], unknown>> = {
  fork: documents.Fork,
  rewind: documents.Rewind,
  switch: documents.Switch,
  undo: documents.Undo,
  return: documents.Rewind,
  newVersion: documents.Store,
  correct: documents.Amend,
  compact: documents.Compact,
  drop: documents.DropSpan,
  cancel: documents.CancelMarker,
  delete: documents.DeleteMessage,
  restore: documents.RestoreMessage,
  deleteTalk: documents.DeleteConversation,
  restoreTalk: documents.RestoreConversation,
  checkpoint: documents.Checkpoint,
  annotate: documents.Annotate,
  cherryPick: documents.Merge,
  merge: documents.Merge,
}

/** Returns what does an act, says what came of it, and offers what takes it back or can be done instead. */
export function useAct(): (act: Act) => Promise<void> {
  const client = useClient()
  const [, navigate] = useLocation()
  return useMemo(() => performer(client, navigate), [client, navigate])
}

function performer(client: Client, navigate: (to: string) => void) {
  const perform = async (act: Act, key: string): Promise<void> => {
    const { result, fault } = await send(client, act, key)
    const [refusal] = result?.userErrors ?? []
    if (!result) {
      const again = { label: 'Try again', onPress: () => void perform(act, key) }
      say({ text: `It is not known whether this was done: ${fault}`, isFault: true, buttons: [again] })
    } else if (refusal) {
      const who = refusal.code === 'HEAD_MOVED' ? await lastDone(client, act) : ''
      say({ text: `${refusal.message}${who}`, isFault: true, buttons: buttonsFor(act, refusal) })
    } else succeed(act, result)
  }
  const succeed = (act: Act, result: Result): void => {
    acts.set(acts.get() + 1)
    const inverse = inverseOf(act, result)
    const undo = (): void => {
      if (act.kind === 'fork') navigate(paths.talk(act.talkId))
      if (inverse) void perform(inverse, freshKey())
    }
    // Of moves of a head only the last one can be taken back from here.
    const about = 'head' in act ? `head of ${talkOf(act) ?? ''}` : null
    say({
      text: textOf(act, result),
      isFault: false,
      about,
      buttons: inverse ? [{ label: 'Undo', onPress: undo }] : [],
    })
    const to = placeAfter(act, result)
    if (to !== null) navigate(to)
  }
  /** What can be done instead, and a look at what is there. */
  const buttonsFor = (act: Act, refusal: Told): Toast['buttons'] => {
    const look = {
      label: 'Look',
      onPress: () => {
        // Whoever was not told of the move is not told now either.
        acts.set(acts.get() + 1)
        navigate(paths.talk(talkOf(act) ?? ''))
      },
    }
    const others = choicesOf(act, refusal).map(({ label, act: other }) => {
      return { label, onPress: () => void perform(other, freshKey()) }
    })
    return refusal.code === 'HEAD_MOVED' ? [look, ...others] : others
  }
  return (act: Act) => perform(act, freshKey())
}

async function send(client: Client, act: Act, key: string): Promise<{ result: Result | null; fault: string }> {
  const operation = operations[act.kind] as Operation
  const input = inputOf(act, key) as never
  if (act.kind === 'fork') {
    const tried = await client
      .mutation(operation, { input: { ...(input as object), dryRun: true } as never })
      .toPromise()
    const refused = tried.data?.result
    if (refused && refused.userErrors.length > 0) return { result: refused, fault: '' }
  }
  const answer = act.kind === 'return' ? await backTo(client, act, key) : await ask(client, operation, input)
  return { result: answer.data?.result ?? null, fault: answer.error?.message ?? 'no answer' }
}

const ask = (client: Client, operation: Operation, input: never) => client.mutation(operation, { input }).toPromise()

/** Says what was done last where an act was to be done, and who did it; nothing where that is not known. */
async function lastDone(client: Client, act: Act): Promise<string> {
  const id = talkOf(act)
  if (id === null) return ''
  const { data } = await client.query(documents.LastEvent, { id }, { requestPolicy: 'network-only' }).toPromise()
  const last = data?.conversation?.events.nodes[0]
  if (!last) return ''
  const by = last.principal?.label ?? last.principal?.id
  return ` The last that was done here: ${last.kind}, ${ago(last.at)}${by == null ? '' : `, by ${by}`}.`
}

function textOf(act: Act, { sharedLength, warnings = [], leftTranscript, verdict }: Result): string {
  const shared = act.kind === 'fork' && sharedLength != null ? ` It shares ${sharedLength} turns.` : ''
  if (verdict === 'REFUTED') return 'No artifact survived the gate: the head stays.'
  const left = leftTranscript ? ` ${leftTranscript} left the transcript; they stay in the tree.` : ''
  return [`${done[act.kind]}${shared}${left}`, ...warnings.map(({ message }) => message)].join(' ')
}

/** Where to look after an act; null where one is already. */
function placeAfter(act: Act, { conversation }: Result): string | null {
  if (act.kind === 'fork') return conversation ? paths.talk(conversation.id) : null
  if (act.kind === 'restoreTalk') return paths.talk(act.talkId)
  const moves = ['rewind', 'switch', 'newVersion', 'undo', 'return'].includes(act.kind)
  const route = routeOf(location.pathname.slice(base.length))
  // Elsewhere, in a comparison say, one stays to see what has become of it.
  if (!moves || !('talkId' in act) || !('id' in route) || route.id !== act.talkId) return null
  return route.kind === 'tree' ? paths.tree(act.talkId) : paths.talk(act.talkId)
}

/** Returns a key that nobody else has. */
function freshKey(): string {
  // randomUUID is there only by https, or on this machine.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
