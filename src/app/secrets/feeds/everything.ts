import type { Entity } from '../../../domain/records/entity.ts'
import { textOfJson } from '../../../domain/secrets/contentParts.ts'
import { badInput, mustFind } from '../../../domain/refusals.ts'
import { factsOfEntity } from '../../erasures/things/facts.ts'
import { checkLookupId } from '../../../domain/ids.ts'
import type { Scope } from '../../scope.ts'
import { noHolder, type Scannable } from '../scannable.ts'
import { allConversations, conversationsNamed, ofThemselves } from './conversations.ts'
import { atOnce, isWalkToken, joined, type Feed } from './feed.ts'
import { allObservations, observationsIn } from './observations.ts'
import { ledgersOf, ofEvent, recordsOf, runsOf } from './owned.ts'
import { perConversation } from './perConversation.ts'

const mostConversations = 1_000

/** Returns all that is scanned of a tenant. */
export function everything(scope: Scope): Feed {
  const conversations = allConversations(scope)
  return joined([
    allObservations(scope),
    ofThemselves(scope, conversations),
    perConversation(conversations, runsOf(scope)),
    perConversation(conversations, recordsOf(scope)),
    allEvents(scope),
    allEntities(scope),
  ])
}

/** Returns all that is scanned of some conversations; refuses ids that name none, and too many. */
export async function inConversations(scope: Scope, ids: readonly string[]): Promise<Feed> {
  if (ids.length > mostConversations)
    throw badInput(
      `${ids.length} conversations are named; ${mostConversations} are the most.`,
      { limit: mostConversations, given: ids.length },
      ['conversationIds'],
    )
  for (const id of ids) mustFind(await scope.reads.conversation(checkLookupId(id)), 'Conversation', id)
  const conversations = conversationsNamed(scope, ids)
  return joined([
    observationsIn(scope, ids),
    ofThemselves(scope, conversations),
    perConversation(conversations, runsOf(scope)),
    perConversation(conversations, recordsOf(scope)),
    perConversation(conversations, ledgersOf(scope)),
  ])
}

/** Those of no conversation, too. */
function allEvents({ store }: Scope): Feed {
  return {
    isToken: isWalkToken,
    read: async (token) => {
      const { items, next } = await store.walk('events', { after: token as string | null, limit: atOnce })
      return { items: items.map(ofEvent), next, notScanned: [], observations: 0 }
    },
  }
}

function allEntities(scope: Scope): Feed {
  return {
    isToken: isWalkToken,
    read: async (token) => {
      const page = { after: token as string | null, limit: atOnce }
      const { items, next } = await scope.store.walk('entities', page)
      return {
        items: await Promise.all(items.map((one) => ofEntity(scope, one))),
        next,
        notScanned: [],
        observations: 0,
      }
    },
  }
}

/** All that was ever stored of it is there: a later fact hides an earlier one, and takes nothing away. */
async function ofEntity(scope: Scope, { id, erased }: Entity): Promise<Scannable> {
  const facts = erased === undefined ? await factsOfEntity(scope, id) : []
  const text = textOfJson(facts.map(({ fields, note }) => (note === null ? [fields] : [fields, note])))
  const of = { ...noHolder, entityId: id, place: 'ENTITY' as const, block: null }
  return { id, texts: text === '' ? [] : [{ ...of, text }] }
}
