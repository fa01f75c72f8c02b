import { textOf } from '../../domain/messages/blocks.ts'
import type { Block } from '../../domain/model.ts'
import { promptOf, withoutProgramText } from '../../domain/prompts/promptOf.ts'
import { recordedKinds } from '../../domain/recordedKinds.ts'
import { knownAgents } from '../knownFolders.ts'
import { madeCallId } from '../writing/callIds.ts'
import type { WrittenEntry } from '../writing/omissions.ts'
import type { SessionFormat } from './agents.ts'

/**
 * Returns an entry as it goes into a session of an agent; null where nothing of it does. What another program wrote about itself,
 * its folder or its rights stays behind: it would be taken for what holds in the new session.
 */
export function entryFor(format: SessionFormat, writtenEntry: WrittenEntry): WrittenEntry | null {
  const own = isOfAnother(format, writtenEntry) ? withoutPrograms(writtenEntry) : writtenEntry
  return own && { ...own, blocks: own.blocks.map(withCallId) }
}

/** Formats that programs write which speak for themselves in their sessions; the system prompt of LM Studio is a person's. */
const ofPrograms: ReadonlySet<string> = new Set([
  ...knownAgents.map((agent) => agent.format).filter((format) => format !== 'LM_STUDIO'),
  ...['OPENCODE', 'CLAUDE_STREAM', 'ACP'],
])

/** What is recorded here of programs, agents and people's own: there a system's turn may be a person's. */
const ofAnyPrograms: ReadonlySet<string> = new Set([...Object.values(recordedKinds), 'LM_STUDIO'])

function isOfAnother(format: SessionFormat, { sourceKind = null, synthetic, isSummary }: WrittenEntry): boolean {
  if (sourceKind === null || sourceKind === format || synthetic || isSummary) return false
  return ofPrograms.has(sourceKind) || ofAnyPrograms.has(sourceKind)
}

/**
 * A system's turn in a program's session is the program's. What it put into the turns of a user is known by its elements, by how it
 * begins, or by what the file says of the turn.
 */
function withoutPrograms(writtenEntry: WrittenEntry): WrittenEntry | null {
  const { role, blocks, sourceKind, isMeta = false } = writtenEntry
  if (role === 'SYSTEM' && ofPrograms.has(sourceKind ?? '')) return null
  if (role !== 'USER' && role !== 'SYSTEM') return writtenEntry
  const words = (textOf(blocks) ?? '').trim()
  const isText = words !== '' && blocks.every(({ type }) => type === 'text')
  if (role === 'USER' && isText && promptOf(words, { isMeta }).kind === 'MACHINE') return null
  const left = blocks.flatMap((block): Block[] => {
    if (block.type !== 'text') return [block]
    const text = withoutProgramText(block.text)
    return text === '' ? [] : [text === block.text.trim() ? block : { ...block, text }]
  })
  return left.length === 0 && words !== '' ? null : { ...writtenEntry, blocks: left }
}

/** Claude Code takes such an ending for a mark of its own, and the result as missing. */
const marked = /_\d+$/

function withCallId(block: Block): Block {
  const isCall = block.type === 'toolCall' || block.type === 'toolResult'
  return isCall && marked.test(block.callId) ? { ...block, callId: madeCallId(block.callId) } : block
}
