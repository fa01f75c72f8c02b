import { sealOf } from '../../domain/access/keyedDigest.ts'
import { createFindings } from '../../formats/findings.ts'
import type { ImportSource } from '../../formats/importSource.ts'
import { formatNamed } from '../../formats/index.ts'
import { memoryScratch } from '../../formats/scratch.ts'
import type { Scope } from '../scope.ts'

/**
 * Returns the observations that the entries of a session's file are, by the ids that an import gives those: the file is
 * read as an import reads it. `nodeIds` are the observations of its lines; its last entry is the observation with which it ends.
 */
export async function entriesOfFile(
  scope: Scope,
  formatName: string,
  source: ImportSource,
  nodeIds: readonly (string | null)[],
  end: string,
): Promise<Readonly<Record<string, string>>> {
  const format = formatNamed(formatName)
  const scratch = memoryScratch()
  const options = { scratch, findings: createFindings(), seal: sealOf(scope), conversationId: null }
  const reading = await format?.read?.(source, { ...options, stored: async () => [] })
  const nodes = new Map<string, string>()
  const last = nodeIds.findLastIndex((nodeId) => nodeId !== null)
  if (reading)
    for await (const items of reading.items())
      for (const item of items) {
        if (item.kind !== 'node') continue
        const at = item.raw.line - 1
        const nodeId = at >= last ? end : nodeIds[at]
        if (nodeId != null) nodes.set(item.externalId, nodeId)
      }
  return Object.fromEntries(nodes)
}
