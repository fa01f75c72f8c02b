import { isFit } from '../../../domain/ids.ts'
import { isInstant } from '../../../domain/instants.ts'
import type { Json, Observation } from '../../../domain/model.ts'
import { attachmentIds } from '../../../domain/records/attachment.ts'
import { contentParts, textOfJson } from '../../../domain/secrets/contentParts.ts'
import type { ListKey } from '../../../storage/graphStore.ts'
import { placeIn } from '../../read/lists.ts'
import { splitBatch } from '../../read/loaders.ts'
import type { Scope } from '../../scope.ts'
import { attachmentTexts } from '../attachmentTexts.ts'
import { noHolder, type Scannable, type ScannedText } from '../scannable.ts'
import { atOnce, isWalkToken, type Feed, type FeedPage } from './feed.ts'

/** Returns all observations of the tenant, of deleted conversations too: what they hold is stored. */
export function allObservations(scope: Scope): Feed {
  return {
    isToken: isWalkToken,
    read: async (token) => {
      const { items, next } = await scope.store.walk('observations', { after: token as string | null, limit: atOnce })
      return pageOf(scope, items, next)
    },
  }
}

/** A token is the number of a conversation, and the place in its list behind which a page begins. */
type ListToken = readonly [number: number, sort: string | null, id: string | null]

/** Returns what conversations record, each one's newest first. */
export function observationsIn(scope: Scope, ids: readonly string[]): Feed {
  return {
    isToken: (token) => isListToken(token) && (token as ListToken)[0] < ids.length,
    read: async (token) => {
      const [number, sort, id] = (token ?? [0, null, null]) as ListToken
      const owner = ids[number]
      if (owner === undefined) return pageOf(scope, [], null)
      const after: ListKey | null = sort === null || id === null ? null : { sort, id }
      const request = { list: 'observationsOfConversation' as const, owner, after, limit: atOnce }
      const [items = []] = await scope.store.lists([request])
      const last = items.length < atOnce ? undefined : items.at(-1)
      const key = last && placeIn('observationsOfConversation', last)
      const further: Json = number + 1 < ids.length ? [number + 1, null, null] : null
      return pageOf(scope, items, key ? [number, key.sort, key.id] : further)
    },
  }
}

const isListToken = (token: Json): boolean => {
  if (!Array.isArray(token) || token.length !== 3) return false
  const [number, sort, id] = token as readonly Json[]
  const isBegin = sort === null && id === null
  const isKey = typeof sort === 'string' && isInstant(sort) && typeof id === 'string' && isFit(id)
  return Number.isSafeInteger(number) && (number as number) >= 0 && (isBegin || isKey)
}

async function pageOf(scope: Scope, observations: readonly Observation[], next: Json): Promise<FeedPage> {
  const live = observations.filter(({ erased }) => erased === undefined)
  const embedded = [...new Set(live.flatMap(({ blocks }) => attachmentIds(blocks)))]
  const attachments = await attachmentTexts(scope, embedded)
  const annotations = await splitBatch(
    live.map(({ id }) => id),
    (ids) => scope.store.annotations(ids),
  )
  const texts = new Map(
    live.map((one, i) => [
      one.id,
      [
        ...ofObservation(one),
        ...ofAttachments(one, attachments.textOf),
        ...beside(one, 'ANNOTATIONS', textOfJson(annotations[i]?.values ?? {})),
      ],
    ]),
  )
  const items: Scannable[] = observations.map(({ id }) => ({ id, texts: texts.get(id) ?? [] }))
  return { items, next, notScanned: attachments.notScanned, observations: observations.length }
}

const holderOf = (observation: Observation) => ({
  ...noHolder,
  observation,
  conversationId: observation.conversationId,
})

function ofObservation(observation: Observation): ScannedText[] {
  return contentParts(observation).map((part) => ({ ...holderOf(observation), ...part }))
}

function ofAttachments(observation: Observation, textOf: (id: string) => string): ScannedText[] {
  const texts = observation.blocks.map((block, number): ScannedText | null => {
    if (block.type !== 'attachment') return null
    const { attachmentId } = block
    return { ...holderOf(observation), attachmentId, place: 'ATTACHMENT', block: number, text: textOf(attachmentId) }
  })
  return texts.filter((one) => one !== null && one.text !== '') as ScannedText[]
}

function beside(observation: Observation, place: ScannedText['place'], text: string): ScannedText[] {
  return text === '' ? [] : [{ ...holderOf(observation), place, block: null, text }]
}
