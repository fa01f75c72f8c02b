import { isFit } from '../../domain/ids.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { badInput } from '../../domain/refusals.ts'
import { isPartKind, type StateRecord, type StateRecordPlace } from '../../domain/records/stateRecord.ts'
import { cursorOfParts, listIn, readParts, type StampedList } from '../read/cursors.ts'
import { listed, noPage, pageDefault, type ListPage } from '../read/pages.ts'
import type { Scope } from '../scope.ts'
import { readPage } from './recordPages.ts'
import { checkText, rangeOf, type RangeInput } from './range.ts'

export interface RecordsRequest extends RangeInput {
  readonly order?: 'ASCENDING' | 'DESCENDING' | null
  readonly first?: number | null
  readonly after?: string | null
}

/** Records of a page at most, and kinds of an answer: they are read by programs. */
const most = 1000

/** Returns a page of state records, of one conversation or of one kind over all. */
export async function recordsPage(scope: Scope, request: RecordsRequest): Promise<ListPage<StateRecord>> {
  const range = rangeOf(scope, request)
  const { conversationId, kind, kindPrefix } = range
  const limit = sizeOf(request.first)
  if (conversationId === null && kindPrefix !== null)
    throw badInput('"kindPrefix" is for one conversation: give "conversationId".', { kindPrefix }, ['kindPrefix'])
  if (conversationId === null && kind === null)
    throw badInput('Give "conversationId", or one "kind" over all conversations.', {}, ['conversationId'])
  if (conversationId === null && kind !== null && isPartKind(kind))
    throw badInput('Records of a kind that ends with ".part" are listed in one conversation.', { kind }, ['kind'])
  const descending = request.order === 'DESCENDING'
  const name = listIn(scope, `records:${canonicalJson({ ...range, descending })}`)
  const after = placeAfter(name, request.after)
  if (!(await isListed(scope, conversationId))) return noPage
  const items = await readPage(scope, { ...range, descending, after, limit: limit + 1 })
  const stateRecords = items.slice(0, limit)
  return {
    items: stateRecords.map((item) =>
      listed(item, () => cursorOfParts(name, [item.conversationId, item.kind, item.key])),
    ),
    hasNextPage: items.length > limit,
    hasPreviousPage: after !== null,
    totalCount: async () => {
      const [count = 0] = await scope.store.stateRecordCounts([range], scope.limits.count + 1)
      return count > scope.limits.count ? null : count
    },
  }
}

/** Returns kinds of state records, each once. */
export async function recordKinds(
  scope: Scope,
  request: { readonly conversationId?: string | null; readonly prefix?: string | null; readonly after?: string | null },
): Promise<string[]> {
  const [conversationId, prefix, after] = [request.conversationId ?? null, request.prefix ?? '', request.after ?? null]
  checkText(prefix, ['prefix'])
  checkText(after ?? '', ['after'])
  if (!(await isListed(scope, conversationId))) return []
  return scope.store.stateRecordKinds({ conversationId, prefix, after, limit: most })
}

/** Of a conversation that is not there nothing is listed, nor of one that is deleted. */
async function isListed({ reads }: Scope, conversationId: string | null): Promise<boolean> {
  if (conversationId === null) return true
  const conversation = await reads.conversation(conversationId)
  return conversation !== null && conversation.deletedAt === null
}

function sizeOf(first: number | null | undefined): number {
  if (first == null) return pageDefault
  if (first < 1 || first > most)
    throw badInput(`"first" must be from 1 to ${most}.`, { first, maximum: most }, ['first'])
  return first
}

function placeAfter(name: StampedList, after: string | null | undefined): StateRecordPlace | null {
  const place = readParts<readonly [string, string, string]>(name, after, 'after', isPlace)
  return place && { conversationId: place[0], kind: place[1], key: place[2] }
}

const isPlace = (value: unknown): value is [string, string, string] =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'string' && isFit(part))
