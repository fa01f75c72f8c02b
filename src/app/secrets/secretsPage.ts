import { isFit } from '../../domain/ids.ts'
import type { Json } from '../../domain/model.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { cost } from '../read/budget.ts'
import { brokenCursor, cursorOfParts, listIn, readParts, type StampedList } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { listed, pageSize, type Listed } from '../read/pages.ts'
import type { Scope } from '../scope.ts'
import { everything, inConversations } from './feeds/everything.ts'
import type { Feed } from './feeds/feed.ts'
import type { FoundSecret } from './foundSecret.ts'
import { notScannedKinds, type NotScanned, type Scannable, type ScannedText } from './scannable.ts'
import { searchSecrets } from './secretScanner.ts'

/** A secret that something stored holds: where, and of which kind; nothing of its text. */
export type SecretFinding = FoundSecret & Omit<ScannedText, 'text'>

/** A finding, and the item of its page that it is in. */
type ItemFinding = SecretFinding & { readonly itemId: string }

/** A part of what a scan finds: its end is where the scan stopped, which may be behind its last finding. */
export interface SecretsPage {
  readonly items: readonly Listed<SecretFinding>[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly endCursor: string | null
  /** Observations that were scanned for it. */
  readonly scanned: number
  /** What was passed by. */
  readonly notScanned: readonly NotScanned[]
}

/** Items that one page scans at most, and characters of them: about half a second of a processor. */
const mostScanned = 2_000
const mostText = 8 * 1024 * 1024

/** Returns secrets in what conversations hold, or in all that is stored, by looking through it from where the last page ended. */
export async function secretsPage(
  scope: Scope,
  conversationIds: readonly string[] | null,
  args: Forward,
): Promise<SecretsPage> {
  const { first } = pageSize(args)
  const feed =
    conversationIds === null ? everything(scope) : await inConversations(scope, [...new Set(conversationIds)])
  const list = listIn(scope, `secrets:${canonicalJson(conversationIds ?? null)}`)
  const begin = readParts(list, args.after, 'after', isPlace) ?? ([null, null, all] as const)
  if (begin[0] !== null && !feed.isToken(begin[0])) throw brokenCursor(args.after, 'after')
  return scan(scope, feed, list, begin, first ?? 0)
}

/** Where a page of a feed begins, the item that was reached in it, and how many findings of that were returned. */
type Place = readonly [token: Json, id: string | null, found: number]
/** All findings of an item. */
const all = -1

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) &&
  value.length === 3 &&
  (value[1] === null || (typeof value[1] === 'string' && isFit(value[1]))) &&
  Number.isSafeInteger(value[2]) &&
  value[2] >= all

async function scan(scope: Scope, feed: Feed, list: StampedList, begin: Place, first: number): Promise<SecretsPage> {
  const findings: { readonly item: ItemFinding; readonly place: Place }[] = []
  const notScanned = new Set<NotScanned>()
  let [scanned, gone, length, end] = [0, 0, 0, begin]
  for (let token = begin[0]; ;) {
    scope.signal?.throwIfAborted()
    const page = await feed.read(token)
    const at = token === begin[0] ? page.items.findIndex(({ id }) => id === begin[1]) : -1
    const isPartly = at >= 0 && begin[2] !== all
    const rest = page.items.slice(isPartly ? at : at + 1)
    const more = await findingsOf(scope, rest)
    if (page.observations > 0) scanned += rest.length
    gone += rest.length
    length += more.length
    for (const one of page.notScanned) notScanned.add(one)
    for (const [i, one] of more.secrets.entries()) findings.push({ item: one, place: placeOf(token, more.secrets, i) })
    const known = isPartly ? findings.filter(({ item }) => item.itemId === begin[1]).length : 0
    if (isPartly) findings.splice(0, Math.min(begin[2], known))
    end = [token, rest.at(-1)?.id ?? end[1], all]
    const isFull = findings.length > first || gone >= mostScanned || length >= mostText
    if (page.next === null || isFull)
      return pageOf(list, findings, { first, end, begin, isOver: page.next === null, scanned, notScanned })
    token = page.next
  }
}

function placeOf(token: Json, secrets: readonly ItemFinding[], at: number): Place {
  const { itemId } = secrets[at] as ItemFinding
  const begin = secrets.findIndex((one) => one.itemId === itemId)
  return [token, itemId, at - begin + 1]
}

interface Scanned {
  readonly first: number
  readonly begin: Place
  readonly end: Place
  readonly isOver: boolean
  readonly scanned: number
  readonly notScanned: ReadonlySet<NotScanned>
}

function pageOf(
  list: StampedList,
  findings: readonly { readonly item: ItemFinding; readonly place: Place }[],
  { first, begin, end, isOver, scanned, notScanned }: Scanned,
): SecretsPage {
  const cursor = (place: Place) => cursorOfParts(list, [...place])
  const visible = findings.slice(0, first)
  const isCut = findings.length > first
  const last = isCut ? visible.at(-1)?.place : end
  return {
    items: visible.map(({ item: { itemId: _, ...item }, place }) => listed(item, () => cursor(place))),
    hasNextPage: isCut || !isOver,
    hasPreviousPage: begin[0] !== null || begin[1] !== null,
    endCursor: last ? cursor(last) : null,
    scanned,
    notScanned: notScannedKinds.filter((one) => notScanned.has(one)),
  }
}

async function findingsOf(scope: Scope, items: readonly Scannable[]) {
  const parts = items.flatMap(({ id, texts }) => texts.map((text) => ({ ...text, itemId: id })))
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  scope.budget.spend(items.length * cost.known + length * cost.scannedCharacter)
  return { secrets: await searchSecrets(parts), length }
}
