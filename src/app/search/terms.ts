import { scopeWords } from '../../domain/search/searchDocument.ts'
import { isFit } from '../../domain/ids.ts'
import type { Instant, Role } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { parseQuery, type SearchQuery } from '../../domain/search/searchQuery.ts'
import { wordsOfQuery, type WordExpression, type Words } from '../../domain/search/wordExpression.ts'
import { pointNode } from '../forks/forkPoint.ts'
import { headOf } from '../read/paths.ts'
import { conversationOf, type PointRef } from '../read/view.ts'
import { checkFolders, foldersOf, type InFolders } from '../read/folders.ts'
import type { Scope } from '../scope.ts'
import { everywhere, nowhere, pathOf, treeOf, type Where } from './where.ts'

/** What a search may be narrowed to, as the API gives it. */
export interface SearchScope extends InFolders {
  readonly conversationId?: string | null
  readonly onPathOnly?: boolean | null
  readonly at?: PointRef | null
  readonly roles?: readonly Role[] | null
  readonly from?: Instant | null
  readonly to?: Instant | null
  readonly tool?: string | null
  readonly inToolCalls?: boolean | null
  readonly values?: 'AS_STORED' | 'CURRENT' | null
  readonly includeExperiments?: boolean | null
}

/** A search, understood: what for, where, and what of it is shown. */
export interface Terms {
  readonly query: SearchQuery
  readonly where: Where
  readonly roles: ReadonlySet<Role | null> | null
  readonly from: Instant | null
  readonly to: Instant | null
  readonly tool: string | null
  /** Hits in tool calls and results alone, none of them, or both (null). */
  readonly inToolCalls: boolean | null
  /** Where the conversation was held; null: anywhere. */
  readonly folders: ReadonlySet<string> | null
  /** Texts as they are now, else as they were stored. */
  readonly isCurrent: boolean
  readonly includeExperiments: boolean
  readonly expression: WordExpression
}

/** Returns what is to be searched; refuses what makes no sense, and places that are not there. */
export async function termsOf(scope: Scope, text: string, searchScope: SearchScope): Promise<Terms> {
  const query = parseQuery(text)
  checkScope(searchScope)
  checkFolders(scope.limits.list, searchScope, ['in'])
  const folders = foldersOf(searchScope)
  const where = await whereOf(scope, searchScope)
  const terms = {
    query,
    where,
    roles: searchScope.roles ? new Set<Role | null>(searchScope.roles) : null,
    from: searchScope.from ?? null,
    to: searchScope.to ?? null,
    tool: searchScope.tool ?? null,
    inToolCalls: searchScope.inToolCalls ?? null,
    folders: folders && new Set(folders),
    isCurrent: (searchScope.values ?? 'CURRENT') === 'CURRENT',
    includeExperiments: searchScope.includeExperiments ?? true,
  }
  return { ...terms, expression: expressionOf(scope, terms) }
}

function checkScope({ conversationId, onPathOnly, at, from, to, tool }: SearchScope): void {
  if (conversationId == null && (onPathOnly === true || at != null))
    throw badInput('A path is of a conversation: give "conversationId" as well.', {}, ['in', 'conversationId'])
  if (at != null && onPathOnly !== true)
    throw badInput('"at" names the end of a path: give "onPathOnly: true" as well.', {}, ['in', 'onPathOnly'])
  if (from != null && to != null && from > to)
    throw badInput('The time range is turned round: "from" is later than "to".', { from, to }, ['in', 'from'])
  if (tool != null && (tool === '' || !isFit(tool)))
    throw badInput('A tool cannot have this name.', { tool: JSON.stringify(tool.slice(0, 100)) }, ['in', 'tool'])
}

async function whereOf(scope: Scope, { conversationId, onPathOnly, at }: SearchScope): Promise<Where> {
  if (conversationId == null) return everywhere
  const conversation = await conversationOf(scope, conversationId)
  const head = at == null ? null : await headOf(scope, conversation)
  const point = at == null ? null : await pointNode({ conversation, head, reads: scope.reads }, at, 'at')
  if (conversation.deletedAt !== null) return nowhere
  return onPathOnly === true ? pathOf(scope, conversation, point) : treeOf(scope, conversation)
}

/**
 * What every document that may be shown has. What corrections say belongs to their message, wherever that stands: they
 * have no other word of a place.
 */
function expressionOf(
  scope: Scope,
  { query, where, roles, tool, inToolCalls, isCurrent }: Omit<Terms, 'expression'>,
): WordExpression {
  const { words, without } = wordsOfQuery(query)
  const place: Words[] = [
    ...(where.words ? [where.words] : []),
    ...(roles ? [{ any: [...roles].flatMap((role) => (role ? [{ word: scopeWords.role(role) }] : [])) }] : []),
    ...(tool !== null || inToolCalls === true || query.paths.length > 0 ? [{ word: scopeWords.tools }] : []),
  ]
  const tenant = { word: scopeWords.tenant(scope.tenant) }
  // Words of places are of one tenant: another word that all have would make an index look twice at each.
  const [owner, corrected] = where.words
    ? [[], { all: [{ word: scopeWords.correction }, tenant] }]
    : [[tenant], { word: scopeWords.correction }]
  const orCorrected: Words[] =
    place.length === 0 ? [] : [isCurrent ? { any: [{ all: place }, corrected] } : { all: place }]
  return {
    words: { all: [words, ...owner, ...orCorrected] },
    without: [
      ...without,
      ...(where.kind === 'all' ? [scopeWords.copy] : []),
      ...(isCurrent ? [] : [scopeWords.correction]),
    ],
  }
}
