import { listIn } from '../read/cursors.ts'
import type { Conversation } from '../../domain/model.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { scopeWords } from '../../domain/search/searchDocument.ts'
import type { Words } from '../../domain/search/wordExpression.ts'
import type { Candidate } from '../../search/searchIndex.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import { countUpTo, lazyPage } from '../read/lazyPage.ts'
import { keyCursor, queryOf, readKey, type ConversationFilter, type Forward } from '../read/lists.ts'
import { pageSize, type Page } from '../read/pages.ts'
import type { Scope } from '../scope.ts'
import { hitsOf } from './hits.ts'
import { termsOf, type Terms } from './terms.ts'
import { treeOf } from './where.ts'
import { byActivity, walkPages, type Page as Asked } from '../read/walkList.ts'

const together = 100
/** Where so few documents answer, the conversations that hold none of them need not be looked through. */
const fewDocuments = 2_000

/** Returns a page of the conversations that have a text in any of their turns as they are now, newest activity first. */
export async function conversationsWithText(
  scope: Scope,
  text: string,
  filter: ConversationFilter,
  args: Forward,
): Promise<Page<Conversation>> {
  const query = queryOf(filter)
  const name = listIn(scope, `conversationsWithText:${canonicalJson([text, query])}`)
  const after = readKey(name, args)
  const terms = await termsOf(scope, text, {})
  const matching = await matchingOf(scope, terms)
  async function* walk(start: ListKey | null): AsyncGenerator<Conversation> {
    const read = (page: Asked) => scope.reads.conversations({ ...query, ...page })
    for await (const page of walkPages(read, byActivity, { limit: together, after: start })) {
      const held = await Promise.all(page.map((conversation) => matching(conversation)))
      yield* page.filter((_, k) => held[k])
    }
  }
  const cursor = ({ activityAt, id }: Conversation) => keyCursor(name, { sort: activityAt, id })
  const size = pageSize(args).first ?? 0
  const pages = {
    size,
    isContinued: after !== null,
    items: walk(after),
    cursor,
    totalCount: () => countUpTo(scope, walk(null)),
  }
  return lazyPage(pages, (conversation) => conversation)
}

type Matching = (conversation: Conversation) => Promise<boolean>

async function matchingOf(scope: Scope, terms: Terms): Promise<Matching> {
  const { query, expression } = terms
  const anywhere = { ...expression, without: [] }
  const asked = { expression: anywhere, query, from: null, after: null, limit: fewDocuments }
  const found = await scope.search.find(scope.tenant, asked)
  const known = found.hasMore ? null : found.candidates.filter(isTurn)
  return async (conversation) => {
    if (conversation.deletedAt !== null) return false
    const related = known && (await relatedTo(scope, conversation, known))
    if (related?.length === 0) return false
    return holdsAny(scope, { ...terms, where: await treeOf(scope, conversation) }, related)
  }
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
    const asked = { expression: { words, without: [] }, query, from: null, after, limit: together }
    const found = await scope.search.find(scope.tenant, asked)
    if (await isHeld(found.candidates.filter(isTurn))) return true
    after = found.candidates.at(-1)?.position ?? null
    if (!found.hasMore || after === null) return false
  }
}
