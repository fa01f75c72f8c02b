import { useEffect, useState } from 'react'
import { useClient } from 'urql'
import { Fork } from '../../documents/generated.ts'
import { counted } from '../../parts/text.ts'

/** Returns what a fork at a place would be, by a dry run while the menu is open; null until its answer comes. */
export function useForkPreview(source: string, observationId: string, isOpen: boolean): string | null {
  const client = useClient()
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen) return
    let isWanted = true
    const input = { source, at: { observationId }, dryRun: true }
    void client
      .mutation(Fork, { input })
      .toPromise()
      .then(({ data }) => isWanted && setPreview(data ? wordsOf(data.result) : null))
    return () => {
      isWanted = false
    }
  }, [client, source, observationId, isOpen])
  return preview
}

interface Told {
  readonly sharedLength?: number | null | undefined
  readonly warnings: readonly { readonly message: string }[]
  readonly userErrors: readonly { readonly code: string; readonly message: string }[]
}

function wordsOf({ sharedLength, warnings, userErrors: [refusal] }: Told): string {
  if (refusal?.code === 'FORK_POINT_NOT_BOUNDARY')
    return 'the nearest place before or after: here a call would lose its result'
  if (refusal) return refusal.message
  return [`shares ${counted(sharedLength ?? 0, 'turn')}`, ...warnings.map(({ message }) => message)].join('. ')
}
