import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { EraseContent, type EraseContentMutation, type EraseInput } from '../documents/generated.ts'

/** What would go, and what would be left; or why it would be refused. */
export type DryRun = EraseContentMutation['erase'] | { readonly fault: string }

/** Returns what an erasure would come to; null until the server has said it. */
export function useDryRun(input: EraseInput): DryRun | null {
  const client = useClient()
  const [answer, setAnswer] = useState<{ readonly of: string; readonly run: DryRun } | null>(null)
  const key = JSON.stringify(input)
  useEffect(() => {
    let isWanted = true
    void client
      .mutation(EraseContent, { input: { ...(JSON.parse(key) as EraseInput), dryRun: true } })
      .toPromise()
      .then(({ data, error }) => {
        const run = data?.erase ?? { fault: error?.message ?? 'The server does not answer.' }
        if (isWanted) setAnswer({ of: key, run })
      })
    return () => {
      isWanted = false
    }
  }, [client, key])
  return answer?.of === key ? answer.run : null
}
