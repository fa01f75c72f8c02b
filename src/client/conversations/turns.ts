import { v4 } from 'uuid'
import * as documents from '../documents/generated.ts'
import type { StoreTurnMutation, StoreTurnsMutation } from '../documents/generated.ts'
import type { Ask } from './graph.ts'
import { made, messageOf } from './places.ts'
import type { Appended, AppendOptions, Conversation, NotedOptions, Turn } from './types.ts'

type Turns = Pick<Conversation, 'append' | 'edit' | 'amend' | 'update' | 'delete' | 'restore'>

/** Returns what stores turns of a conversation and changes what is stored. */
export function turnsOf(ask: Ask, id: string): Turns {
  const append = (turns: Turn | readonly Turn[], options: AppendOptions = {}): Promise<Appended & Appended[]> =>
    appendAny(ask, id, turns, options) as Promise<Appended & Appended[]>
  const deletion = ({ idempotencyKey = v4(), note, ...options }: NotedOptions = {}) =>
    [{ input: { id, idempotencyKey, note } }, options] as const
  return {
    append,
    async edit(turnId, { role, ...turn }, options = {}) {
      const { signal } = options
      return append({ ...turn, turnId, role: role ?? (await messageOf(ask, id, turnId, { signal })).role }, options)
    },
    async amend(messageId, fields, { idempotencyKey = v4(), note, ...options } = {}) {
      const input = { messageId, fields, idempotencyKey, note }
      const { message, observation, replayed } = (await ask(documents.AmendMessage, { input }, options)).amendMessage
      return { messageId: message?.id ?? messageId, observationId: observation?.id ?? null, replayed }
    },
    async update(changes, options) {
      await ask(documents.UpdateConversation, { input: { ...changes, id } }, options)
    },
    async delete(options) {
      await ask(documents.DeleteConversation, ...deletion(options))
    },
    async restore(options) {
      await ask(documents.RestoreConversation, ...deletion(options))
    },
  }
}

const isList = (turns: Turn | readonly Turn[]): turns is readonly Turn[] => Array.isArray(turns)

/** Records go with a list of turns alone. */
async function appendAny(
  ask: Ask,
  id: string,
  turns: Turn | readonly Turn[],
  options: AppendOptions,
): Promise<Appended | Appended[]> {
  if (isList(turns)) return appendAll(ask, id, turns, options)
  if (options.records === undefined) return appendOne(ask, id, turns, options)
  return made((await appendAll(ask, id, [turns], options))[0])
}

async function appendOne(ask: Ask, id: string, turn: Turn, options: AppendOptions): Promise<Appended> {
  const rules = rulesOf(options)
  const input = { ...turn, conversationId: id, ...rules }
  const { storeTurn } = await ask(documents.StoreTurn, { input }, options)
  return appended(storeTurn, storeTurn.replayed, rules.idempotencyKey)
}

async function appendAll(ask: Ask, id: string, turns: readonly Turn[], options: AppendOptions): Promise<Appended[]> {
  const { records } = options
  if (turns.length === 0 && (records ?? []).length === 0) return []
  const rules = rulesOf(options)
  const all = turns.map((turn) => ({ ...turn, conversationId: id }))
  const input = { turns: all, ...(records !== undefined && { conversationId: id, records }), ...rules }
  const { results, replayed } = (await ask(documents.StoreTurns, { input }, options)).storeTurns
  return results.map((result) => appended(result, replayed, rules.idempotencyKey))
}

function rulesOf({ idempotencyKey = v4(), expectedHead, onConflict }: AppendOptions) {
  return { idempotencyKey, ...(expectedHead !== undefined && { expectedHeadId: expectedHead }), onConflict }
}

type Stored = Omit<StoreTurnMutation['storeTurn'], 'replayed' | 'userErrors'>
type StoredOfMany = StoreTurnsMutation['storeTurns']['results'][number]

function appended(stored: Stored | StoredOfMany, replayed: boolean, idempotencyKey: string | null): Appended {
  const { conversation, message, observation, leftTranscript, forked, warnings } = stored
  return {
    conversationId: made(conversation).id,
    messageId: made(message).id,
    observationId: made(observation).id,
    ...{ replayed, leftTranscript, forked, warnings, idempotencyKey: idempotencyKey ?? '' },
  }
}
