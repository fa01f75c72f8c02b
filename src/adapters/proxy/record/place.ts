/** Where what a request adds to its history goes: the history is matched with what is stored, and never trusted. */
import type { Conversation, TreeNode } from '../../../domain/model.ts'
import type { StateRecord } from '../../../domain/records/stateRecord.ts'
import type { Scope } from '../../../app/scope.ts'
import { headOf, asTreeNode } from '../../../app/read/paths.ts'
import { belongsHere } from '../../../app/read/view.ts'
import type { Linked } from '../links/links.ts'
import type { WireRequest } from '../wires/wire.ts'
import type { NamedConversation } from './names.ts'
import { linkKind, namedAnswerKind, recordsNamed, setupKind } from './stateRecords.ts'

/** Where the turns go that are not stored yet. */
export interface ProxyPlace {
  /** Null: a new conversation. */
  readonly conversationId: string | null
  readonly sidechainOf: string | null
  /** The observation that they follow; null: a new root. */
  readonly parentId: string | null
  /** Index of the first of them in the history. */
  readonly from: number
  /** The conversation that is forked at `parentId` for it. */
  readonly forkOf: string | null
}

export interface PlaceRequest {
  readonly request: WireRequest
  readonly links: readonly Linked[]
  readonly named: NamedConversation | null
  /** The client says that it sends the same once more. */
  readonly isRetry: boolean
}

interface Hit {
  /** Index in the history of the last message that is stored. */
  readonly index: number
  /** How many messages with links there are up to it. */
  readonly length: number
  readonly record: StateRecord
}

/** How many of the newest links are looked for first. */
const portion = 256
/** Without an id, one equal message is no sign that two requests are of one conversation. */
const leastHit = 2

/** Returns the place of a request. */
export async function placeOf(scope: Scope, request: PlaceRequest): Promise<ProxyPlace> {
  const { named } = request
  if (named === null) return unnamedPlace(await hitsOf(scope, request.links, null), request)
  const conversation = await scope.reads.conversation(named.id)
  const nowhere = { conversationId: named.id, sidechainOf: named.sidechainOf, parentId: null, from: 0, forkOf: null }
  if (conversation === null) {
    if (named.sidechainOf !== null) return nowhere
    const copied = (await hitsOf(scope, request.links, null)).find((hit) => hasAnswer(request, hit))
    return copied ? { ...atHit(copied), conversationId: named.id, forkOf: copied.record.conversationId } : nowhere
  }
  const own = await ownHit(scope, conversation, request.links)
  if (own) return { ...atHit(own), conversationId: named.id, sidechainOf: named.sidechainOf }
  if (conversation.headId === null || !(await isBeside(scope, named.id, request.request))) return nowhere
  const side = `${named.id}.side`
  const known = await scope.reads.conversation(side)
  const hit = known && (await ownHit(scope, known, request.links))
  return { ...(hit ? atHit(hit) : nowhere), conversationId: side, sidechainOf: named.id }
}

function unnamedPlace(hits: readonly Hit[], { links, isRetry }: PlaceRequest): ProxyPlace {
  const last = links.findLastIndex(({ isOwn }) => isOwn)
  const hit = hits.find(({ length, index }) => length >= leastHit || (isRetry && index === last))
  if (hit) return { ...atHit(hit), conversationId: hit.record.conversationId }
  return { conversationId: null, sidechainOf: null, parentId: null, from: 0, forkOf: null }
}

function atHit({ index, record }: Hit): Omit<ProxyPlace, 'conversationId'> {
  return { sidechainOf: null, parentId: record.observationId, from: index + 1, forkOf: null }
}

/** A first question that two conversations share is no fork: what one answered must be in the other's history. */
const hasAnswer = ({ request }: PlaceRequest, { index }: Hit): boolean =>
  request.turns.slice(0, index + 1).some(({ role }) => role === 'ASSISTANT')

/** Returns the stored messages of a history, the longest part of it first; of one part what was stored last. */
async function hitsOf(scope: Scope, links: readonly Linked[], conversationId: string | null): Promise<Hit[]> {
  const own = links.flatMap(({ link, isOwn }, index) => (isOwn ? [{ link, index }] : []))
  for (let end = own.length; end > 0; end -= portion) {
    const some = own.slice(Math.max(0, end - portion), end)
    const names = some.map(({ link }) => link)
    const records = new Map<string, StateRecord[]>()
    for (const record of await recordsNamed(scope, linkKind, names, conversationId))
      if (record.observationId !== null) records.set(record.key, [...(records.get(record.key) ?? []), record])
    const hits = some.flatMap(({ link, index }, k) =>
      (records.get(link) ?? []).map((record): Hit => ({ index, length: end - some.length + k + 1, record })),
    )
    if (hits.length > 0)
      return hits.sort((a, b) => b.index - a.index || (a.record.storedAt < b.record.storedAt ? 1 : -1))
  }
  return []
}

/** The longest hit whose observation the conversation recorded, else the longest that it inherited. */
async function ownHit(scope: Scope, conversation: Conversation, links: readonly Linked[]): Promise<Hit | null> {
  const [own] = await hitsOf(scope, links, conversation.id)
  if (own || conversation.forkedFrom === null) return own ?? null
  const view = { conversation, head: await headOf(scope, conversation), reads: scope.reads }
  for (const { id } of await scope.reads.lineage(conversation.id))
    for (const hit of await hitsOf(scope, links, id)) {
      const node = await nodeOf(scope, hit.record.observationId)
      if (node && (await belongsHere(view, node))) return hit
    }
  return null
}

async function nodeOf({ reads }: Scope, id: string | null): Promise<TreeNode | null> {
  return id === null ? null : asTreeNode(await reads.observation(id))
}

/** A title or a check of a topic is asked without tools, by a program that has tools in its talk. */
async function isBeside(scope: Scope, conversationId: string, { hasTools }: WireRequest): Promise<boolean> {
  if (hasTools) return false
  const range = { conversationId, kind: setupKind, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null }
  const [setups = []] = await scope.store.stateRecordLists([{ ...range, descending: false, after: null, limit: 10 }])
  return setups.some(({ value }) => Array.isArray((value as { tools?: unknown } | null)?.tools))
}

/** Returns where an answer stands that a request names instead of repeating its history; null where it is not stored. */
export async function placeOfAnswer(
  scope: Scope,
  name: string,
  named: NamedConversation | null,
): Promise<{ readonly place: ProxyPlace; readonly link: string } | null> {
  const stateRecords = await recordsNamed(scope, namedAnswerKind, [name], null)
  const record = stateRecords.find(({ conversationId }) => conversationId === named?.id) ?? stateRecords[0]
  if (!record?.observationId) return null
  const { conversationId, observationId: parentId } = record
  const isFork = named !== null && named.id !== conversationId && (await scope.reads.conversation(named.id)) === null
  const place = isFork ? { conversationId: named.id, forkOf: conversationId } : { conversationId, forkOf: null }
  const { link } = record.value as { readonly link?: unknown }
  return { place: { sidechainOf: null, parentId, from: 0, ...place }, link: typeof link === 'string' ? link : name }
}
