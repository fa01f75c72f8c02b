import type { Block, JsonObject } from '../../../domain/model.ts'
import { createFindings } from '../../../formats/findings.ts'
import type { EntryDraft } from '../../../formats/plan.ts'
import type { ReadContext } from '../../../formats/reading/tree/steps.ts'
import type { WireTurn } from './wire.ts'

/** What the readers of files are given: whatever a message has that they do not know is kept, and found in no file. */
export const readContext: ReadContext = {
  fileName: null,
  layout: 'VALUES',
  findings: { ...createFindings(), add: () => undefined, once: () => undefined },
  held: null as unknown as ReadContext['held'],
}

/** Returns a message as a turn; one of a role that is not known is the system's, as it came. */
export function turnOf({ role, blocks, fields }: Pick<EntryDraft, 'role' | 'blocks' | 'fields'>): WireTurn {
  return { role: role ?? 'SYSTEM', blocks: blocks.map(withoutMark), fields: withoutMarks(fields) }
}

/** Where a cache begins is a matter of one request, and an id or a state one of the answer that it stood in. */
function withoutMarks({ cache_control: _mark, id: _id, status: _status, ...fields }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && !isEmpty(value)))
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** The same message has the mark while it is the last one, and later not. */
function withoutMark(block: Block): Block {
  if (!('extra' in block) || !('cache_control' in block.extra)) return block
  const { extra, ...rest } = block
  const { cache_control: _mark, ...others } = extra
  return Object.keys(others).length > 0 ? { ...rest, extra: others } : rest
}
