import type { Conversation, Message, Observation } from '../../domain/model.ts'
import type { Attachment } from '../../domain/records/attachment.ts'
import type { Entity } from '../../domain/records/entity.ts'
import type { Endpoint } from '../../domain/records/relationship.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import { badInput } from '../../domain/refusals.ts'
import { pageMaximum } from '../read/pages.ts'
import type { Scope } from '../scope.ts'

/** Returns the observation of that id, be it of a conversation, an entity or a relationship; null when there is none. */
export async function observationOrFact(scope: Scope, id: string): Promise<Observation | Fact | null> {
  const [observation, fact] = await Promise.all([scope.reads.observation(id), scope.reads.fact(id)])
  return observation ?? fact
}

/** Returns the observations of those ids in that order, null where there is none. */
export async function observationsOrFacts(
  scope: Scope,
  ids: readonly string[],
): Promise<(Observation | Fact | null)[]> {
  if (ids.length > pageMaximum)
    throw badInput(`At most ${pageMaximum} ids are looked up at once.`, { ids: ids.length, maximum: pageMaximum }, [
      'ids',
    ])
  return Promise.all(ids.map((id) => observationOrFact(scope, id)))
}

/** A thing with the name of its type. */
export type Related =
  | ({ readonly __typename: 'Conversation' } & Conversation)
  | ({ readonly __typename: 'Message' } & Message)
  | ({ readonly __typename: 'Entity' } & Entity)
  | ({ readonly __typename: 'Attachment' } & Attachment)

/** Returns what stands at an end of a relationship: that it is missing is a fault. */
export async function loadEndpoint(scope: Scope, thing: Endpoint): Promise<Related> {
  const related = await loaded(scope, thing)
  if (related === null) throw new Error(`The ${thing.kind} "${thing.id}" is related but missing.`)
  return related
}

async function loaded(scope: Scope, { kind, id }: Endpoint): Promise<Related | null> {
  switch (kind) {
    case 'CONVERSATION': {
      const conversation = await scope.reads.conversation(id)
      return conversation && { __typename: 'Conversation', ...conversation }
    }
    case 'MESSAGE': {
      const message = await scope.reads.message(id)
      return message && { __typename: 'Message', ...message }
    }
    case 'ENTITY': {
      const entity = await scope.reads.entity(id)
      return entity && { __typename: 'Entity', ...entity }
    }
    case 'ATTACHMENT': {
      const attachment = await scope.reads.attachment(id)
      return attachment && { __typename: 'Attachment', ...attachment }
    }
  }
}
