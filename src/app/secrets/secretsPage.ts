import { contentParts, type ContentPart } from '../../domain/secrets/contentParts.ts'
import { isFit, checkLookupId } from '../../domain/ids.ts'
import { isInstant } from '../../domain/instants.ts'
import type { Json, Observation } from '../../domain/model.ts'
import { badInput, mustFind } from '../../domain/refusals.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { worth } from '../read/budget.ts'
import { brokenCursor, cursorOfParts, listIn, readParts, type StampedList } from '../read/cursors.ts'
import { placeIn, type Forward } from '../read/lists.ts'
import { listed, pageSize, type Listed } from '../read/pages.ts'
import type { Scope } from '../scope.ts'
import type { FoundSecret } from './foundSecret.ts'
import { searchSecrets } from './secretScanner.ts'

/** A secret that something stored holds: where, and of which kind; nothing of its text. */
export interface SecretFinding extends FoundSecret, Omit<ContentPart, 'text'> {
  readonly observation: Observation
}

/** A part of what a scan finds: its end is where the scan stopped, which may be behind its last finding. */
export interface SecretsPage {
  readonly items: readonly Listed<SecretFinding>[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly endCursor: string | null
  /** Observations that were looked through for it. */
  readonly scanned: number
}

/** Observations that one page looks through at most, and characters of them: about half a second of a processor. */
const mostScanned = 2_000
const mostText = 8 * 1024 * 1024
const mostConversations = 1_000
const atOnce = 100

/** Returns secrets in what conversations record, or in all that is stored, by looking through it from where the last page ended. */
export async function secretsPage(
  scope: Scope,
  conversationIds: readonly string[] | null,
  args: Forward,
): Promise<SecretsPage> {
  const { first } = pageSize(args)
  const source = conversationIds === null ? everything(scope) : await inConversations(scope, [...new Set(conversationIds)]) // prettier-ignore
  const list = listIn(scope, `secrets:${canonicalJson(conversationIds ?? null)}`)
  const begin = readParts(list, args.after, 'after', isPlace) ?? ([null, null, all] as const)
  if (begin[0] !== null && !source.isToken(begin[0])) throw brokenCursor(args.after, 'after')
  return scan(scope, source, list, begin, first ?? 0)
}

/** Where a page of observations begins, the observation that was reached in it, and how many findings of that were returned. */
type Place = readonly [token: Json, id: string | null, found: number]
/** All findings of an observation. */
const all = -1

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) &&
  value.length === 3 &&
  (value[1] === null || (typeof value[1] === 'string' && isFit(value[1]))) &&
  Number.isSafeInteger(value[2]) &&
  value[2] >= all

interface Source {
  readonly isToken: (token: Json) => boolean
  readonly read: (token: Json) => Promise<{ readonly items: readonly Observation[]; readonly next: Json }>
}

async function scan(
  scope: Scope,
  source: Source,
  list: StampedList,
  begin: Place,
  first: number,
): Promise<SecretsPage> {
  const items: { readonly item: SecretFinding; readonly place: Place }[] = []
  let [scanned, length, end] = [0, 0, begin]
  for (let token = begin[0]; ;) {
    scope.signal?.throwIfAborted()
    const { items: observations, next } = await source.read(token)
    const at = token === begin[0] ? observations.findIndex(({ id }) => id === begin[1]) : -1
    const isPartly = at >= 0 && begin[2] !== all
    const rest = observations.slice(isPartly ? at : at + 1)
    const found = await findingsOf(scope, rest)
    scanned += rest.length
    length += found.length
    for (const [i, one] of found.secrets.entries()) items.push({ item: one, place: placeOf(token, found.secrets, i) })
    const known = isPartly ? items.filter(({ item }) => item.observation.id === begin[1]).length : 0
    if (isPartly) items.splice(0, Math.min(begin[2], known))
    end = [token, rest.at(-1)?.id ?? end[1], all]
    const isFull = items.length > first || scanned >= mostScanned || length >= mostText
    if (next === null || isFull) return pageOf(list, items, { first, end, begin, isOver: next === null, scanned })
    token = next
  }
}

function placeOf(token: Json, secrets: readonly SecretFinding[], at: number): Place {
  const { id } = (secrets[at] as SecretFinding).observation
  const begin = secrets.findIndex(({ observation }) => observation.id === id)
  return [token, id, at - begin + 1]
}

interface Scanned {
  readonly first: number
  readonly begin: Place
  readonly end: Place
  readonly isOver: boolean
  readonly scanned: number
}

function pageOf(
  list: StampedList,
  found: readonly { readonly item: SecretFinding; readonly place: Place }[],
  { first, begin, end, isOver, scanned }: Scanned,
): SecretsPage {
  const cursor = (place: Place) => cursorOfParts(list, [...place])
  const shown = found.slice(0, first)
  const isCut = found.length > first
  const last = isCut ? shown.at(-1)?.place : end
  return {
    items: shown.map(({ item, place }) => listed(item, () => cursor(place))),
    hasNextPage: isCut || !isOver,
    hasPreviousPage: begin[0] !== null || begin[1] !== null,
    endCursor: last ? cursor(last) : null,
    scanned,
  }
}

async function findingsOf(scope: Scope, observations: readonly Observation[]) {
  const live = observations.filter(({ erased }) => erased === undefined)
  const parts = live.flatMap((observation) => contentParts(observation).map((part) => ({ ...part, observation })))
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  scope.budget.spend(observations.length * worth.known + length * worth.scannedCharacter)
  return { secrets: await searchSecrets(parts), length }
}

/** All observations of the tenant, of deleted conversations too: what they hold is stored. */
function everything(scope: Scope): Source {
  return {
    isToken: (token) => typeof token === 'string' && isFit(token),
    read: (token) => scope.store.walk('observations', { after: token as string | null, limit: atOnce }),
  }
}

/** A token is the number of a conversation, and the place in its list behind which a page begins. */
type ListToken = readonly [number: number, sort: string | null, id: string | null]

async function inConversations(scope: Scope, ids: readonly string[]): Promise<Source> {
  if (ids.length > mostConversations)
    throw badInput(`${ids.length} conversations are named; ${mostConversations} are the most.`, { limit: mostConversations, given: ids.length }, ['conversationIds']) // prettier-ignore
  for (const id of ids) mustFind(await scope.reads.conversation(checkLookupId(id)), 'Conversation', id)
  const isToken = (token: Json): token is ListToken => isListToken(token) && (token as ListToken)[0] < ids.length
  return {
    isToken,
    read: async (token) => {
      const [number, sort, id] = (token ?? [0, null, null]) as ListToken
      const owner = ids[number]
      if (owner === undefined) return { items: [], next: null }
      const after: ListKey | null = sort === null || id === null ? null : { sort, id }
      const request = { list: 'observationsOfConversation' as const, owner, after, limit: atOnce }
      const [items = []] = await scope.store.lists([request])
      const last = items.length < atOnce ? undefined : items.at(-1)
      const key = last && placeIn('observationsOfConversation', last)
      const further: Json = number + 1 < ids.length ? [number + 1, null, null] : null
      return { items, next: key ? [number, key.sort, key.id] : further }
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
