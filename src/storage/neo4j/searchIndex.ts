/** The index of words: what it holds is cut by the domain, and it finds what was committed a moment before. */
import { documentWords } from '../../domain/search/searchDocument.ts'
import type { Observation, Tenant } from '../../domain/model.ts'

export const searchIndexName = 'search_words'

export const createSearchIndex = `CREATE FULLTEXT INDEX ${searchIndexName} IF NOT EXISTS FOR (o:Observation) ON EACH [o.words]
OPTIONS {indexConfig: {\`fulltext.analyzer\`: 'whitespace', \`fulltext.eventually_consistent\`: true}}`
export const dropSearchIndex = `DROP INDEX ${searchIndexName} IF EXISTS`

/** Returns what an observation is found by, as one text; null where it has nothing that is searched. */
export function searchedWords(tenant: Tenant, observation: Observation): string | null {
  const segmentId = observation.place?.segmentId ?? null
  return documentWords(tenant, { ...observation, segmentId })?.join(' ') ?? null
}
