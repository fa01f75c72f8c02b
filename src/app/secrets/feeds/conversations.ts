import type { Conversation, Json } from '../../../domain/model.ts'
import type { ContentPlace } from '../../../domain/secrets/contentParts.ts'
import { textOfJson } from '../../../domain/secrets/contentParts.ts'
import type { Scope } from '../../scope.ts'
import { noHolder, type NotScanned, type Scannable } from '../scannable.ts'
import { atOnce, isWalkToken, type Feed } from './feed.ts'

/** Some conversations, in an order that nothing changes. */
export interface SomeConversations {
  readonly isToken: (token: Json) => boolean
  readonly read: (token: Json) => Promise<{ readonly items: readonly Conversation[]; readonly next: Json }>
}

/** Returns all conversations of the tenant, deleted ones too. */
export function allConversations({ store }: Scope): SomeConversations {
  return {
    isToken: isWalkToken,
    read: (token) => store.walk('conversations', { after: token as string | null, limit: atOnce }),
  }
}

/** Returns conversations by their ids; a token is the number of the first one of a page. */
export function conversationsNamed({ store }: Scope, ids: readonly string[]): SomeConversations {
  return {
    isToken: (token) => Number.isSafeInteger(token) && (token as number) > 0 && (token as number) < ids.length,
    read: async (token) => {
      const from = (token ?? 0) as number
      const storedConversations = await store.conversations(ids.slice(from, from + atOnce))
      return {
        items: storedConversations.flatMap((one) => one ?? []),
        next: from + atOnce < ids.length ? from + atOnce : null,
      }
    },
  }
}

/** Returns what conversations say of themselves. What is scanned of each besides has feeds of its own. */
export function ofThemselves({ store }: Scope, conversations: SomeConversations): Feed {
  return {
    isToken: (token) => conversations.isToken(token),
    read: async (token) => {
      const { items, next } = await conversations.read(token)
      const sources = await Promise.all(items.map(({ id }) => store.rawSources(id)))
      const notScanned: NotScanned[] = ['RELATIONSHIPS']
      if (sources.some(({ length }) => length > 0)) notScanned.push('LOOSE_LINES')
      return { items: items.map(scannableOf), next, notScanned, observations: 0 }
    },
  }
}

function scannableOf({ id, title, cwd, metadata }: Conversation): Scannable {
  const texts: readonly (readonly [ContentPlace, string])[] = [
    ['TITLE', title ?? ''],
    ['DIRECTORY', cwd ?? ''],
    ['CONVERSATION_METADATA', textOfJson(metadata)],
  ]
  const of = { ...noHolder, conversationId: id, block: null }
  return { id, texts: texts.flatMap(([place, text]) => (text === '' ? [] : [{ ...of, place, text }])) }
}
