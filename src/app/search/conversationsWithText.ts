import { listIn } from '../read/cursors.ts'
import type { Conversation } from '../../domain/model.ts'
import { scopeWords } from '../../domain/search/searchDocument.ts'
import type { Words } from '../../domain/search/wordExpression.ts'
import type { Candidate } from '../../search/searchIndex.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { countUpTo, lazyPage } from '../read/lazyPage.ts'
import { checkFolders } from '../read/folders.ts'
import { keyCursor, nameOf, queryOf, readKey, type ConversationFilter, type Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import type { Scope } from '../scope.ts'
import { matcherOf } from '../conversations/listMatch.ts'
import { hitsOf, nodesOfMessage } from './hits.ts'
import { termsOf, type Terms } from './terms.ts'
import { treeOf } from './where.ts'
import { byActivity, walkPages, type PageRequest as Asked } from '../read/walkList.ts'

/** Conversations that are scanned at once. */
const batchSize = 100
/** Where so few documents match, only the conversations that can contain one of them are scanned. */
const fewDocuments = 200
/** As many documents are asked for where the newest conversations did not fill a page: to read them takes a tenth of a second. */
const manyDocuments = 2_000
/** Conversations that are scanned before so many documents are asked for. */
const maxScanned = 3 * batchSize

/** Returns a page of the conversations that have a text in any of their turns as they are now, newest activity first. */
export async function conversationsWithText(
  scope: Scope,
  text: string,
  filter: ConversationFilter,
  args: Forward,
): Promise<ListPage<Conversation>> {
  checkFolders(scope.limits.list, filter, ['filter'])
  const name = listIn(scope, `conversationsWithText:[${JSON.stringify(text)},${nameOf(queryOf(filter))}]`)
  const after = readKey(name, args)
  const search = searchOf(scope, await termsOf(scope, text, {}), filter)
  const cursor = ({ activityAt, id }: Conversation) => keyCursor(name, { sort: activityAt, id })
  const pages = {
    size: pageSize(args).first ?? 0,
    isContinued: after !== null,
    items: walk(search, after),
    cursor,
    totalCount: () => countUpTo(scope, walk(search, null)),
  }
  return lazyPage(pages, (conversation) => conversation)
}

/** One search: what the index found, and what is asked of conversations. */
interface Search {
  readonly scope: Scope
  readonly terms: Terms
  readonly filter: ConversationFilter
  /** Returns the documents that answer; null where they are more than `most`. */
  readonly hitsOf: (most: number) => Promise<readonly Candidate[] | null>
}

function searchOf(scope: Scope, terms: Terms, filter: ConversationFilter): Search {
  const known = new Map<number, Promise<readonly Candidate[] | null>>()
  const find = async (most: number) => {
    const request = {
      expression: { ...terms.expression, without: [] },
      query: terms.query,
      from: null,
      after: null,
      limit: most,
    }
    const { candidates, hasMore } = await scope.search.find(scope.tenant, request)
    return hasMore ? null : candidates.filter(isTurn)
  }
  const hitsOf = (most: number) => {
    const answer = known.get(most) ?? find(most)
    known.set(most, answer)
    return answer
  }
  return { scope, terms, filter, hitsOf }
}

/** Yields the conversations that answer after a place, newest activity first. */
async function* walk(search: Search, start: ListKey | null): AsyncGenerator<Conversation> {
  const near = await candidatesIn(search, fewDocuments)
  if (near) {
    yield* matching(search, after(near.conversations, start), near.documents)
    return
  }
  const { scope, filter } = search
  const read = (page: Asked) => scope.reads.conversations({ ...queryOf(filter), ...page })
  let scanned = 0
  for await (const page of walkPages(read, byActivity, { limit: batchSize, after: start })) {
    yield* matching(search, page, null)
    scanned += page.length
    const last = page.at(-1)
    if (scanned !== maxScanned || last === undefined) continue
    const far = await candidatesIn(search, manyDocuments)
    if (!far) continue
    yield* matching(search, after(far.conversations, byActivity(last)), far.documents)
    return
  }
}

/** Returns the conversations of a list, newest activity first, that come after a place. */
function after(conversations: readonly Conversation[], place: ListKey | null): readonly Conversation[] {
  const isAfter = ({ activityAt, id }: Conversation) =>
    place === null || activityAt < place.sort || (activityAt === place.sort && id > place.id)
  return conversations.filter(isAfter)
}

/** Yields those of some conversations that have a turn that answers: one of these documents, where all are known. */
async function* matching(
  { scope, terms, filter }: Search,
  conversations: readonly Conversation[],
  documents: readonly Candidate[] | null,
): AsyncGenerator<Conversation> {
  const isHeld = async (conversation: Conversation) => {
    if (conversation.deletedAt !== null) return false
    const { failures } = filter
    if (failures != null && failures !== (await scope.reads.failedCalls(conversation.id)) > 0) return false
    const related = documents && (await relatedTo(scope, conversation, documents))
    if (related?.length === 0) return false
    const within = { ...terms, where: await treeOf(scope, conversation) }
    const own = newest.get(conversation.id)
    return (own !== undefined && (await holdsAny(scope, within, own))) || holdsAny(scope, within, related)
  }
  let newest: ReadonlyMap<string, readonly Candidate[]> = new Map()
  for (let from = 0; from < conversations.length; from += batchSize) {
    const some = conversations.slice(from, from + batchSize)
    if (!documents) newest = await newestIn(scope, terms, some)
    const held = await Promise.all(some.map(isHeld))
    yield* some.filter((_, k) => held[k])
  }
}

/**
 * Returns the documents that answer and the listed conversations that can hold one, newest activity first: those in which
 * they were stored, and all that are forked from these. Null where either are more than `most`.
 */
async function candidatesIn({ scope, filter, hitsOf }: Search, most: number) {
  const documents = await hitsOf(most)
  const ids = documents && (await Promise.all(documents.map((document) => conversationsOf(scope, document)))).flat()
  const family = ids && (await withForks(scope, ids, most))
  if (!documents || !family) return null
  const matches = matcherOf(filter)
  return { documents, conversations: family.filter((one) => matches(one) === 'listed').sort(newestActivityFirst) }
}

/** Returns the ids of the conversations in which a document stands: a corrected turn is in each that has its message. */
async function conversationsOf(scope: Scope, { kind, conversationId, messageId }: Candidate): Promise<string[]> {
  if (kind !== 'CORRECTION' || messageId === null) return [conversationId]
  return (await nodesOfMessage(scope, messageId)).map((node) => node.conversationId)
}

/** Returns conversations and all that are forked from them, each once; null where they are more than `most`. */
async function withForks(scope: Scope, ids: readonly string[], most: number): Promise<Conversation[] | null> {
  const family = new Map<string, Conversation>()
  let next = (await Promise.all([...new Set(ids)].map((id) => scope.reads.conversation(id)))).filter(
    (one) => one !== null,
  )
  while (next.length > 0) {
    for (const one of next) family.set(one.id, one)
    if (family.size > most) return null
    const forks = await Promise.all(
      next.map(({ id }) => scope.reads.list({ list: 'everyFork', owner: id, after: null, limit: most + 1 })),
    )
    next = forks.flat().filter(({ id }) => !family.has(id))
  }
  return [...family.values()]
}

const newestActivityFirst = (a: Conversation, b: Conversation): number =>
  a.activityAt === b.activityAt ? (a.id < b.id ? -1 : 1) : a.activityAt < b.activityAt ? 1 : -1

/**
 * Returns the newest documents that answer of some conversations by these: where a word is in most of all documents, one question for
 * all of them takes as long as one for each.
 */
async function newestIn(scope: Scope, { expression, query }: Terms, conversations: readonly Conversation[]) {
  const places = conversations.map(({ id }) => ({ word: scopeWords.conversation(scope.tenant, id) }))
  const request = {
    expression: { words: { all: [expression.words, { any: places }] }, without: [] },
    ...{ query, from: null, after: null, limit: fewDocuments },
  }
  const { candidates } = await scope.search.find(scope.tenant, request)
  const documents = new Map<string, Candidate[]>()
  for (const candidate of candidates.filter(isTurn))
    documents.set(candidate.conversationId, [...(documents.get(candidate.conversationId) ?? []), candidate])
  return documents
}

const isTurn = ({ kind }: Candidate) => kind === 'TURN' || kind === 'CORRECTION'

/** What a correction says may belong anywhere. */
async function relatedTo(scope: Scope, { id, forkedFrom }: Conversation, known: readonly Candidate[]) {
  const lineage = forkedFrom === null ? [] : await scope.reads.lineage(id)
  const ids = new Set([id, ...lineage.map((one) => one.id)])
  return known.filter(({ kind, conversationId }) => kind === 'CORRECTION' || ids.has(conversationId))
}

const orCorrected = (words: Words): Words => ({ any: [words, { word: scopeWords.correction }] })

async function holdsAny(scope: Scope, terms: Terms, known: readonly Candidate[] | null): Promise<boolean> {
  const hits = hitsOf(scope, terms)
  const isHeld = async (candidates: readonly Candidate[]) =>
    (await Promise.all(candidates.map((candidate) => hits.of(candidate)))).some((hit) => hit !== null)
  if (known) return isHeld(known)
  const { query, where, expression } = terms
  const words = where.words ? { all: [expression.words, orCorrected(where.words)] } : expression.words
  for (let after: string | null = null; ;) {
    const request = { expression: { words, without: [] }, query, from: null, after, limit: batchSize }
    const indexHits = await scope.search.find(scope.tenant, request)
    if (await isHeld(indexHits.candidates.filter(isTurn))) return true
    after = indexHits.candidates.at(-1)?.position ?? null
    if (!indexHits.hasMore || after === null) return false
  }
}
