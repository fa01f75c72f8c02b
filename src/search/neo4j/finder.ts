import { scopeWords } from '../../domain/search/searchDocument.ts'
import type { Message, Observation, Tenant } from '../../domain/model.ts'
import type { WordExpression } from '../../domain/search/wordExpression.ts'
import { timeText } from '../../storage/neo4j/reading/compactText.ts'
import type { Connection } from '../../storage/neo4j/connection/connection.ts'
import { int, messageFrom, numberFrom, observationFrom } from '../../storage/neo4j/properties/rows.ts'
import { whole } from '../../storage/neo4j/reading/tornRead.ts'
import { candidateOf, stateOf, tokensOf, type Fixed } from '../candidate.ts'
import type { Candidate, FindRequest, IndexHits } from '../searchIndex.ts'
import { FIND } from './cypher.ts'
import { luceneExpression } from './expression.ts'

/** Lucene gives its hits in an order of its own; of more than these they are asked for month by month. */
export const mostUnsorted = 10_000
/** Nothing was stored before. */
const firstMonth = '2025-01-01T00:00:00.000000000Z'
const readTime = 10_000

/** Returns what the index finds, compared with the query. */
export async function find(
  connection: Connection,
  tenant: Tenant,
  request: FindRequest,
  now: Date,
  most = mostUnsorted,
): Promise<Omit<IndexHits, 'behind'>> {
  const { query, limit } = request
  const candidates: Candidate[] = []
  let { after } = request
  for (let hasMore = true; hasMore && candidates.length < limit;) {
    const page = await newest(connection, tenant, { ...request, after }, now, most)
    hasMore = page.length === limit
    for (const { observation, message } of page) {
      after = positionOf(observation)
      const fixed = fixedOf(observation, after)
      const candidate = candidateOf(query, fixed, tokensOf(observation), message && stateOf(message))
      if (candidate) candidates.push(candidate)
      if (candidates.length === limit) return { candidates, hasMore: true }
    }
  }
  return { candidates, hasMore: false }
}

interface Document {
  readonly observation: Observation
  readonly message: Message | null
}

/** Times are of one length, so a space stands between them and the id. */
const positionOf = ({ ingestedAt, id }: Observation): string => `${timeText(ingestedAt)} ${id}`
const timeLength = timeText(firstMonth).length

function fixedOf({ place, ...observation }: Observation, position: string): Fixed {
  const { id, kind, conversationId, messageId, role, observedAt, ingestedAt, copyOf } = observation
  const { segmentId, depth } = place ?? { segmentId: null, depth: null }
  return { position, id, kind, conversationId, messageId, role, observedAt, ingestedAt, copyOf, segmentId, depth }
}

/** The newest documents, as many as are asked for where there are so many. */
async function newest(
  connection: Connection,
  tenant: Tenant,
  request: FindRequest,
  now: Date,
  most: number,
): Promise<Document[]> {
  const { expression, limit } = request
  const few = await ask(connection, tenant, request, expression, most + 1)
  if (few.size <= most) return few.documents
  const documents: Document[] = []
  const seen: string[] = []
  for (const month of monthsDown(request.after ?? request.from, now)) {
    const narrowed = { ...request, limit: limit - documents.length }
    documents.push(...(await ask(connection, tenant, narrowed, within(expression, month), null)).documents)
    seen.push(month)
    if (documents.length >= limit) return documents
  }
  // What an odd clock put elsewhere.
  const others = { ...expression, without: [...expression.without, ...seen] }
  documents.push(
    ...(await ask(connection, tenant, { ...request, limit: limit - documents.length }, others, null)).documents,
  )
  return documents
}

const within = ({ words, without }: WordExpression, month: string): WordExpression => ({
  words: { all: [words, { word: month }] },
  without,
})

function* monthsDown(begin: string | null, now: Date): Generator<string> {
  const start = begin === null ? now : new Date(`${begin.slice(0, 7)}-01T00:00:00Z`)
  for (let at = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth())); ;) {
    if (at.toISOString() < firstMonth.slice(0, 20)) return
    yield scopeWords.month(at.toISOString())
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1))
  }
}

async function ask(
  connection: Connection,
  tenant: Tenant,
  { from, after, limit }: FindRequest,
  expression: WordExpression,
  most: number | null,
): Promise<{ readonly size: number; readonly documents: Document[] }> {
  const text = luceneExpression(expression)
  if (text === null) return { size: 0, documents: [] }
  const [fromAt, fromId] = parted(from)
  const [afterAt, afterId] = parted(after)
  const parameters = {
    tenant,
    text,
    fromAt,
    fromId,
    afterAt,
    afterId,
    limit: int(limit),
    most: int(most ?? 2_147_483_647),
  }
  return whole(async () => {
    const [record] = await connection.read(FIND, parameters)
    const rows = (record?.get('newest') ?? []) as unknown[][]
    const documents = rows.map(([observation, message]) => ({
      observation: observationFrom(observation),
      message: message === null ? null : messageFrom(message),
    }))
    return { size: numberFrom(record?.get('size') ?? 0n), documents }
  }, readTime)
}

/** No position is after every time. */
function parted(position: string | null): [at: string, id: string] {
  if (position === null) return ['~', '']
  return [position.slice(0, timeLength), position.slice(timeLength + 1)]
}
