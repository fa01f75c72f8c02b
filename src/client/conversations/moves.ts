import { v4 } from 'uuid'
import * as documents from '../documents/generated.ts'
import type { HeadMovedFragment } from '../documents/generated.ts'
import type { QueryOptions } from '../typedDocument.ts'
import type { Ask } from './graph.ts'
import { made, pointOf, turnFromEnd } from './places.ts'
import type { Conversation, MoveOptions, MovedConversation, Point, RewindTo } from './types.ts'

type Moves = Pick<Conversation, 'fork' | 'rewind' | 'switchTo' | 'undo' | 'merge' | 'compact'>

/** Returns what forks a conversation, moves its head, and merges and sums up branches. */
export function movesOf(ask: Ask, id: string, open: (id: string) => Conversation): Moves {
  const at = async (point: Point | undefined, options: QueryOptions) =>
    point === undefined ? undefined : pointOf(ask, id, point, options)
  return {
    async fork({ at: last, before, id: newConversationId, idempotencyKey = v4(), signal, ...rest } = {}) {
      const points = { at: await at(last, { signal }), before: await at(before, { signal }) }
      const input = { ...rest, ...points, source: id, newConversationId, idempotencyKey }
      const { forkConversation } = await ask(documents.ForkConversation, { input }, { signal })
      return open(made(forkConversation.conversation).id)
    },
    async rewind(to, { note, ...options } = {}) {
      const { signal } = options
      const point = await rewindPoint(ask, id, to, { signal })
      if (point === null) return { headId: null, leftTranscript: 0, replayed: false }
      const input = { ...point, ...moveOf(id, options), note }
      return moved((await ask(documents.RewindConversation, { input }, { signal })).rewindConversation)
    },
    async switchTo(observationId, { descend, ...options } = {}) {
      const input = { ...moveOf(id, options), observationId, descend }
      return moved((await ask(documents.SwitchHead, { input }, options)).switchHead)
    },
    undo: async (options = {}) => moved((await ask(documents.Undo, { input: moveOf(id, options) }, options)).undo),
    async merge(from, { idempotencyKey = v4(), expectedHead, signal, ...rest }) {
      const ids = from.map((each) => (typeof each === 'string' ? each : each.id))
      const input = { ...rest, into: id, from: ids, idempotencyKey, ...expected(expectedHead) }
      const { join, verdict, refuted, replayed } = (await ask(documents.Merge, { input }, { signal }))
        .mergeConversations
      return { joinId: join?.id ?? null, verdict, refuted, replayed }
    },
    async compact({ from, to, summary }, options = {}) {
      const { signal } = options
      const ends = { from: await pointOf(ask, id, from, { signal }), to: await pointOf(ask, id, to, { signal }) }
      const input = { ...moveOf(id, options), ...ends, summary }
      const { marker, replayed } = (await ask(documents.Compact, { input }, { signal })).compact
      return { markerId: made(marker).id, replayed }
    },
  }
}

const expected = (head: string | null | undefined) => (head === undefined ? {} : { expectedHeadId: head })

function moveOf(conversationId: string, { idempotencyKey = v4(), expectedHead }: MoveOptions) {
  return { conversationId, idempotencyKey, ...expected(expectedHead) }
}

function moved({ conversation, leftTranscript, replayed }: HeadMovedFragment): MovedConversation {
  return { headId: conversation?.head?.id ?? null, leftTranscript, replayed }
}

async function rewindPoint(ask: Ask, id: string, to: RewindTo, options: QueryOptions) {
  if ('to' in to) return { to: await pointOf(ask, id, to.to, options) }
  if ('before' in to) return { before: await pointOf(ask, id, to.before, options) }
  const before = await turnFromEnd(ask, id, to.turns, options)
  return before && { before }
}
