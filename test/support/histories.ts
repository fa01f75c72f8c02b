import fc from './properties.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../src/app/heads/rewindConversation.ts'
import { cancelMarker } from '../../src/app/markers/cancelMarker.ts'
import { compact } from '../../src/app/markers/compact.ts'
import { dropSpan } from '../../src/app/markers/dropSpan.ts'
import { headOf, nodesOf } from '../../src/app/read/paths.ts'
import type { PointRef } from '../../src/app/read/view.ts'
import type { Scope } from '../../src/app/scope.ts'
import { transcriptPage } from '../../src/app/transcripts/transcript.ts'
import { amendMessage } from '../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../src/app/turns/deleteMessage.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import { isMarker } from '../../src/domain/context/bends.ts'
import { beginsExchange } from '../../src/domain/tree/exchanges.ts'
import type { Block, Conversation, Json, TreeNode } from '../../src/domain/model.ts'
import { Refusal } from '../../src/domain/refusals.ts'
import { noPairs } from '../../src/domain/context/toolPairs.ts'
import { anyTurns } from './randomTurns.ts'
import type { Made } from './tree/drawing.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation

/** What a person or a host does next, `at` choosing among what there is. */
export type Step =
  | { readonly does: 'store'; readonly made: readonly Made[] }
  | { readonly does: 'again' | 'fork' | 'rewind' | 'delete' | 'cancel'; readonly at: number }
  | { readonly does: 'compact' | 'drop'; readonly at: number; readonly to: number }
  | { readonly does: 'amend'; readonly at: number; readonly made: readonly Made[] }
/** Random histories: turns, forks, rewinds, deletions, corrections, markers and cancellings. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: anyTurns(6).map((made): Step => ({ does: 'store', made })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('again', 'fork', 'rewind', 'delete', 'cancel'), fc.nat(99))
        .map(([does, at]): Step => ({ does, at })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('compact' as const, 'drop' as const), fc.nat(99), fc.nat(99))
        .map(([does, at, to]): Step => ({ does, at, to })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.nat(99), anyTurns(1)).map(([at, made]): Step => ({ does: 'amend', at, made })),
    },
  ),
  { minLength: 1, maxLength: 9 },
)

const note: Block[] = [{ type: 'text', text: 'note' }]

/** Does it in the last of the conversations `talks`, unless the rules say no: then the history is what it was. */
export async function perform(scope: Scope, talks: string[], step: Step, count: () => string): Promise<void> {
  const id = talks.at(-1) as string
  const turns = step.does === 'store' ? [] : await turnsOf(scope, id)
  const turn = step.does === 'store' ? undefined : turns[step.at % Math.max(1, turns.length)]
  try {
    if (step.does === 'store')
      for (const { role = 'USER', blocks = note, answerId = null } of step.made)
        await storeTurn(scope, { conversationId: id, turnId: count(), role, blocks, usage: { answerId } })
    if (turn === undefined) return
    if (step.does === 'compact' || step.does === 'drop') await mark(scope, id, step)
    if (step.does === 'cancel') await cancel(scope, id, step.at)
    if (step.does === 'again')
      await storeTurn(scope, { conversationId: id, turnId: turn.turnId, role: turn.role, blocks: turn.blocks })
    if (step.does === 'rewind') await rewindConversation(scope, { conversationId: id, to: { observationId: turn.id } })
    if (step.does === 'amend') await amend(scope, turn.messageId, step.made[0]?.blocks ?? note)
    if (step.does === 'delete') await deleteMessage(scope, { id: turn.messageId })
    if (step.does === 'fork') {
      const forked = `${talks[0]}-${count()}`
      await forkConversation(scope, { source: id, at: { observationId: turn.id }, newConversationId: forked })
      talks.push(forked)
    }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
  }
}

/** Corrects a turn to what some other would say: its calls and results too. */
async function amend(scope: Scope, messageId: string, blocks: readonly Block[]): Promise<void> {
  const content = blocks.map((block): Json => {
    if (block.type === 'text') return { text: block.text }
    if (block.type === 'toolCall') return { toolCall: { callId: block.callId, name: block.name, input: block.input } }
    if (block.type !== 'toolResult') return { text: block.type }
    return { toolResult: { callId: block.callId, content: block.content, isError: block.isError } }
  })
  await amendMessage(scope, { messageId, fields: content.length === 0 ? { text: 'amended' } : { content } })
}

/** Marks exchanges: some that there are, so that most marks are taken. */
async function mark(scope: Scope, conversationId: string, { does, at, to }: { does: string; at: number; to: number }) {
  const head = (await headOf(scope, await conversation(scope, conversationId))) as TreeNode
  const path = await nodesOf(scope.reads, head, 'entry', 1, head.place.entries)
  const begins = path.flatMap((node, i) => (beginsExchange(node, path[i - 1]?.place ?? noPairs) ? [i] : []))
  const [first, last] = [at % begins.length, to % begins.length].sort((a, b) => a - b) as [number, number]
  const ends = [path[begins[first] ?? 0], path[(begins[last + 1] ?? path.length) - 1]]
  const [from, end] = ends.map((node) => ({ observationId: node?.id ?? '' }))
  const input = { conversationId, from: from as PointRef, to: end as PointRef }
  if (does === 'drop') await dropSpan(scope, input)
  else await compact(scope, { ...input, summary: `in place of ${at}` })
}

async function cancel(scope: Scope, conversationId: string, at: number): Promise<void> {
  const head = (await headOf(scope, await conversation(scope, conversationId))) as TreeNode
  const path = await nodesOf(scope.reads, head, 'depth', 0, head.place.depth)
  const markers = path.filter(isMarker)
  const marker = markers[at % Math.max(1, markers.length)]
  if (marker) await cancelMarker(scope, { conversationId, markerId: marker.id })
}

async function turnsOf(scope: Scope, id: string) {
  const known = await scope.reads.conversation(id)
  const page = known && (await transcriptPage(scope, known, 'MESSAGES', { last: 100 }))
  return (page?.entries ?? []).flatMap(({ entry: { observation, role } }) => {
    const messageId = observation.messageId ?? ''
    const turnId = messageId.slice(messageId.indexOf(':') + 1)
    return role === null ? [] : [{ id: observation.id, messageId, turnId, role, blocks: observation.blocks }]
  })
}
