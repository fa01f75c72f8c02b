import type { Conversation, Message, Observation } from '../domain/model.ts'
import type { Attachment, Entity, Fact, Thing } from '../domain/things.ts'
import type { Act } from './act.ts'

/** Returns the observation of that id, be it of a conversation, an entity or a relationship; null when there is none. */
export async function observationOrFact(act: Act, id: string): Promise<Observation | Fact | null> {
  const [observation, fact] = await Promise.all([act.reads.observation(id), act.reads.fact(id)])
  return observation ?? fact
}

/** A thing with the name of its type. */
export type Related =
  | ({ readonly __typename: 'Conversation' } & Conversation)
  | ({ readonly __typename: 'Message' } & Message)
  | ({ readonly __typename: 'Entity' } & Entity)
  | ({ readonly __typename: 'Attachment' } & Attachment)

/** Returns what stands at an end of a relationship: that it is missing is a fault. */
export async function relatedThing(act: Act, thing: Thing): Promise<Related> {
  const found = await loaded(act, thing)
  if (found === null) throw new Error(`The ${thing.kind} "${thing.id}" is related but missing.`)
  return found
}

async function loaded(act: Act, { kind, id }: Thing): Promise<Related | null> {
  switch (kind) {
    case 'CONVERSATION': {
      const found = await act.reads.conversation(id)
      return found && { __typename: 'Conversation', ...found }
    }
    case 'MESSAGE': {
      const found = await act.reads.message(id)
      return found && { __typename: 'Message', ...found }
    }
    case 'ENTITY': {
      const found = await act.reads.entity(id)
      return found && { __typename: 'Entity', ...found }
    }
    case 'ATTACHMENT': {
      const found = await act.reads.attachment(id)
      return found && { __typename: 'Attachment', ...found }
    }
  }
}
