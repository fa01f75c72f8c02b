import type { Block, Observation } from '../model.ts'
import { contentParts } from '../secrets/contentParts.ts'
import { canonicalJson } from '../tree/pathHash.ts'

/** Shorter contents are said by chance: they are known again only where they stood. */
const shortest = 12

type Entry = Pick<Observation, 'kind' | 'role'> & { readonly blocks: readonly Block[]; readonly summary: string | null }

/** Returns the text by which an entry of a file is known to say what was erased, in whatever file it stands; null where it says too little. */
export function recognisedText({ kind, role, blocks, summary }: Entry): string | null {
  if (kind !== 'TURN' && kind !== 'NOTE' && kind !== 'COMPACTION') return null
  const marker = summary === null ? null : { ...noMarker, summary }
  const parts = contentParts({ blocks, marker, fields: {}, metadata: {} })
  const length = parts.reduce((sum, { text }) => sum + text.trim().length, 0)
  return length < shortest ? null : canonicalJson([kind, role, blocks, summary])
}

const noMarker = { span: null, keep: [], cancels: null, targets: [], sidechains: null }
