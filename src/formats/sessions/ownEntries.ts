import { textOf } from '../../domain/messages/blocks.ts'
import type { Block } from '../../domain/model.ts'
import { withoutProgramText } from '../../domain/prompts/promptOf.ts'
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

/** Formats that programs write which speak for themselves in their sessions. */
const ofPrograms: ReadonlySet<string> = new Set([
  ...knownAgents.map((agent) => agent.format),
  ...['OPENCODE', 'CLAUDE_STREAM', 'ACP'],
])

function isOfAnother(format: SessionFormat, { sourceKind = null, synthetic, isSummary }: WrittenEntry): boolean {
  return sourceKind !== null && sourceKind !== format && ofPrograms.has(sourceKind) && !synthetic && !isSummary
}

/** A system's turn in such a session is its program's; what it put into the turns of a user is told by its elements. */
function withoutPrograms(writtenEntry: WrittenEntry): WrittenEntry | null {
  const { role, blocks } = writtenEntry
  if (role === 'SYSTEM') return null
  if (role !== 'USER') return writtenEntry
  const left = blocks.flatMap((block): Block[] => {
    if (block.type !== 'text') return [block]
    const text = withoutProgramText(block.text)
    return text === '' ? [] : [text === block.text.trim() ? block : { ...block, text }]
  })
  return left.length === 0 && (textOf(blocks) ?? '').trim() !== '' ? null : { ...writtenEntry, blocks: left }
}

/** Claude Code takes such an ending for a mark of its own, and the result as missing. */
const marked = /_\d+$/

function withCallId(block: Block): Block {
  const isCall = block.type === 'toolCall' || block.type === 'toolResult'
  return isCall && marked.test(block.callId) ? { ...block, callId: madeCallId(block.callId) } : block
}
