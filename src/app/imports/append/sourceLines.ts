import { appendedSources } from '../../../domain/records/importMarks.ts'
import { badInput } from '../../../domain/refusals.ts'
import { claudeCode } from '../../../formats/claudeCode/format.ts'
import type { Scope } from '../../scope.ts'
import { cost } from '../../read/budget.ts'
import { storedLines } from '../raw/rawLines.ts'

/** Lines of a source that grows by pieces. */
export interface SourceLines {
  readonly content: string
  readonly lineCount: number
  /** The line to go on from; null where these are the last. */
  readonly next: number | null
}

/** About how many bytes are answered at once; a line is never cut. */
const atOnce = 2 * 1024 * 1024

/** Returns the lines of a source from one of them on, byte for byte; null where nothing was appended or the conversation is deleted. */
export async function sourceLines(
  scope: Scope,
  conversationId: string,
  name: string,
  from: number,
): Promise<SourceLines | null> {
  if (from < 1) throw badInput('Lines are counted from 1.', { from }, ['from'])
  const conversation = await scope.reads.conversation(conversationId)
  if (!conversation || conversation.deletedAt !== null) return null
  const source = `${claudeCode.name}:${name}`
  const [mark] = await scope.store.importMarks([appendedSources.nameOf(conversationId, source)])
  const tail = appendedSources.read(mark)
  if (tail === null) return null
  const results: Uint8Array[] = []
  let bytes = 0
  for await (const line of storedLines(scope, conversationId, source, from)) {
    results.push(line)
    bytes += line.length
    scope.budget.spend(line.length * cost.writtenByte)
    scope.budget.hold(line.length)
    if (bytes >= atOnce) break
  }
  const next = from + results.length
  const content = Buffer.concat(results).toString('utf8')
  return { content, lineCount: results.length, next: next > tail.lines ? null : next }
}
