import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { IsAnywhere, Search, type Role, type SearchScope } from '../documents/generated.ts'
import { daysBefore } from '../parts/text.ts'
import { wordsIn, type Group } from './groups.ts'

export type { Role }

/** What is looked for, and where. */
export interface Asked {
  readonly text: string
  readonly role: Role | null
  /** The conversation that is searched alone. */
  readonly within: string | null
  readonly onPathOnly: boolean
  /** A project, or one of its work trees. */
  readonly project: string | null
  /** The folders that it stands for; null: any. */
  readonly folders: readonly string[] | null
  /** Whether calls of tools and their results are searched: alone, not at all, or with the rest (null). */
  readonly inCalls: boolean | null
  /** How many days back; null: all. */
  readonly days: number | null
}

interface Found {
  /** Where it was looked for: what is asked further of it is asked there. */
  readonly scope: SearchScope
  readonly groups: readonly Group[] | null
  readonly total: number | null
  readonly behind: number | null
  readonly fault: string | null
  /** How long the answer took. */
  readonly ms: number
  /** Of what was not found: the words that are nowhere. */
  readonly missing: readonly string[]
}
const nothing: Found = { scope: {}, groups: null, total: null, behind: null, fault: null, ms: 0, missing: [] }

/** Returns the part of the graph that is searched, as the API takes it; days count back from `now`. */
export function scopeOf({ role, within, onPathOnly, folders, inCalls, days }: Asked, now: number): SearchScope {
  return {
    ...(role !== null && { roles: [role] }),
    ...(within !== null && { conversationId: within, onPathOnly }),
    ...(folders !== null && { cwds: [...folders] }),
    ...(inCalls !== null && { inToolCalls: inCalls }),
    ...(days !== null && { from: daysBefore(days, now) }),
  }
}

/** Returns what was found for a text, by conversation. */
export function useHits(request: Asked): Found {
  const client = useClient()
  const [result, setFound] = useState(nothing)
  const { text, role, within, onPathOnly, folders, inCalls, days } = request
  useEffect(() => {
    let isCurrent = true
    const read = async (): Promise<void> => {
      const begun = performance.now()
      const scope = scopeOf(request, Date.now())
      const variables = { text, in: scope }
      const { data, error } = await client.query(Search, variables, { requestPolicy: 'network-only' }).toPromise()
      const ms = Math.round(performance.now() - begun)
      const page = data?.search
      const fault = page ? null : (error?.message ?? 'No answer.')
      const groups = page?.groups ?? []
      const isNowhere = page !== undefined && groups.length === 0
      const missing = isNowhere ? await missingOf(text) : []
      if (isCurrent)
        setFound({ scope, groups, total: page?.totalCount ?? null, behind: page?.behind ?? null, fault, ms, missing })
    }
    const missingOf = async (targets: string): Promise<readonly string[]> => {
      const words = [...new Set(wordsIn(targets))].slice(0, 6)
      const answers = await Promise.all(
        words.map((word) => client.query(IsAnywhere, { text: `"${word}"` }).toPromise()),
      )
      return words.filter((_, at) => answers[at]?.data?.search.nodes.length === 0)
    }
    setFound(nothing)
    if (text !== '') void read()
    return () => {
      isCurrent = false
    }
  }, [client, text, role, within, onPathOnly, folders, inCalls, days])
  return result
}
