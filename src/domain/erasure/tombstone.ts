import { textOf } from '../messages/blocks.ts'
import type { Block, Erased, JsonObject, Observation } from '../model.ts'
import { outcomeOf } from '../prompts/outcome.ts'
import { beginsRow } from '../prompts/promptOf.ts'
import { canonicalJson, contentHash } from '../tree/pathHash.ts'
import { names } from './names.ts'

/** Fields of an import that say where something stood in its file, and of a correction that books are made of. */
const structural = ['importedFrom', 'danglingParent', 'parentElsewhere', 'model', 'usage'] as const

/** Returns what stays of an observation that is erased: where it stands, what kind it is, its usage, and its hashes. */
export function tombstone(observation: Observation, erasureId: string): Observation {
  const { marker, fields } = observation
  const structure = structural.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : []))
  return {
    ...observation,
    blocks: observation.blocks.map(emptied),
    senderId: null,
    senderKind: null,
    branchId: null,
    // Of what was read from a file it is the name of its format.
    sourceKind: Object.hasOwn(fields, 'importedFrom') ? observation.sourceKind : null,
    fields: Object.fromEntries(structure) as JsonObject,
    metadata: {},
    marker: marker && { ...marker, summary: null },
    salt: null,
    erased: countedOf(observation, erasureId),
  }
}

function countedOf(observation: Observation, by: string): Erased {
  const { kind, role, blocks } = observation
  const outcomes = blocks.map((block) => (block.type === 'toolResult' ? outcomeOf(block) : null))
  const isUser = kind === 'TURN' && role === 'USER'
  return {
    by,
    begins: beginsRow(observation),
    titled: isUser && (textOf(blocks) ?? '').trim() !== '',
    failed: outcomes.filter((outcome) => outcome === 'FAILED').length,
    declined: outcomes.filter((outcome) => outcome === 'DECLINED').length,
  }
}

/** The type and the ids of a call stay: which result answers which call must stay decidable. */
function emptied(block: Block): Block {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '' }
    case 'toolCall':
      return { type: 'toolCall', callId: block.callId, name: block.name, input: null }
    case 'toolResult':
      return { type: 'toolResult', callId: block.callId, content: null, isError: block.isError }
    case 'attachment':
    case 'other':
      return { type: 'other', value: null }
  }
}

/** Says whether the content hash of an observation can only be taken as it is stored: what it was made of is not there any more. */
export function isHashTaken({ erased, namesErased }: Pick<Observation, 'erased' | 'namesErased'>): boolean {
  return erased !== undefined || namesErased !== undefined
}

type Placeless = Omit<Observation, 'place'>

/**
 * Returns the content hash that an observation must have: as computed from its content, as stored once something of that is erased.
 * Null: it says that it was erased, and holds what no erasure leaves.
 */
export function trueContentHash(observation: Placeless): string | null {
  const { erased, namesErased } = observation
  if (erased !== undefined) return isTombstone(observation, erased) ? observation.contentHash : null
  if (namesErased !== undefined) return isUnnamed(observation) ? observation.contentHash : null
  return contentHash(observation)
}

/** What an erasure leaves is what it would leave again, and counts no more than it can have had. */
function isTombstone(observation: Placeless, erased: Erased): boolean {
  const { kind, role, blocks } = observation
  const results = blocks.filter(({ type }) => type === 'toolResult').length
  const isCounted =
    erased.failed + erased.declined <= results && (!erased.titled || (kind === 'TURN' && role === 'USER'))
  const left: Placeless = { ...tombstone({ ...observation, place: null }, erased.by), erased }
  return isCounted && canonicalJson(withoutPlace(left)) === canonicalJson(withoutPlace(observation))
}

function withoutPlace(observation: Placeless & { readonly place?: unknown }): object {
  const { place: _, ...rest } = observation
  return rest
}

const hashForm = /^[0-9a-f]{64}$/

/** What lost a name has no salt, and embeds something without one. */
function isUnnamed({ salt, blocks, fields }: Placeless): boolean {
  const isOne = (block: Block) => block.type === 'attachment' && block.fileName == null
  return salt === null && (blocks.some(isOne) || names(fields, (text) => hashForm.test(text)))
}
