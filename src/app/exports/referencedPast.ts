/** The past of a session where files of its agent hold it already, so that the session's own need not repeat it. */
import { createHash } from 'node:crypto'
import type { Conversation, JsonObject, TreeNode } from '../../domain/model.ts'
import { rawOrigin, type RawOrigin } from '../../domain/records/importedFields.ts'
import { codex } from '../../formats/codex/format.ts'
import type { HistoryBase } from '../../formats/codex/past.ts'
import { isAfterword, numberedRollout, type ForkBase, type NumberedRollout } from '../../formats/codex/reference.ts'
import { asCount, asObject } from '../../formats/reading/values.ts'
import { shownOnPath } from './shownBlocks.ts'
import { storedLines, storedSourcesOf } from '../imports/raw/rawLines.ts'
import { walk } from '../read/paths.ts'
import type { Scope } from '../scope.ts'

/** The beginning of a file that an agent has: so many bytes, with that digest. */
export interface HeldBeginning {
  readonly threadId: string
  readonly bytes: number
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
}

/** What a session that repeats nothing goes on from. */
export interface ReferencedPast {
  readonly base: ForkBase
  /** The files that must lie in the agent's folder, the one that is named first. */
  readonly files: readonly HeldBeginning[]
}

/** A fork of a fork of a fork, and so on. */
const mostFiles = 100
/** What the API can say of a file's length. */
const mostBytes = 2 ** 31 - 1

/**
 * Returns the past of a path that came from rollouts of Codex with numbered lines, where it is as it came; null where the
 * session must repeat it.
 */
export async function referencedPast(
  scope: Scope,
  conversation: Conversation,
  end: TreeNode,
): Promise<ReferencedPast | null> {
  const origin = rawOrigin(end)
  if (origin === null || !isOfCodex(origin)) return null
  if ((await shownOnPath(scope, conversation, end, 'CURRENT')).size > 0) return null
  const first = await beginningUpTo(scope, origin, (line) => line >= origin.line)
  if (first === null || (first.last['type'] === 'compacted' && end.kind === 'TURN')) return null
  const begun = [first]
  for (let { base } = first.rollout; base !== null;) {
    const next: Beginning | null = begun.length < mostFiles ? await beginningOf(scope, base) : null
    if (next === null) return null
    begun.push(next)
    base = next.rollout.base && lowerBase(next.rollout.base, base)
  }
  if (!(await isAllOf(scope, end, begun))) return null
  const files = begun.map(({ rollout: { thread: threadId }, bytes, sha256 }) => ({ threadId, bytes, sha256 }))
  if (files.some(({ bytes }) => bytes > mostBytes)) return null
  return { base: { thread: first.rollout.thread, end: first.end, bytes: first.bytes }, files }
}

const isOfCodex = ({ source }: Pick<RawOrigin, 'source'>) => source.startsWith(`${codex.name}:`)

/** A fork that was made within what another one had from its own source has less of that. */
const lowerBase = (base: HistoryBase, above: HistoryBase): HistoryBase =>
  base.end <= above.end ? base : { ...base, end: above.end }

interface Beginning {
  readonly rollout: NumberedRollout
  readonly conversationId: string
  readonly source: string
  /** How many lines it has. */
  readonly lines: number
  /** The number of the line behind it. */
  readonly end: number
  readonly bytes: number
  readonly sha256: string
  /** The last line of which something is sent. */
  readonly last: JsonObject
}

/** Returns the beginning of the one file that is stored of a thread, up to a line by its number. */
async function beginningOf(scope: Scope, { thread, end }: HistoryBase): Promise<Beginning | null> {
  const beginnings: Beginning[] = []
  for (const { conversationId, source } of await storedSourcesOf(scope, thread)) {
    if (!isOfCodex({ source })) continue
    const begun = await beginningUpTo(scope, { conversationId, source }, (_line, ordinal) => ordinal >= end - 1, false)
    if (begun?.rollout.thread === thread) beginnings.push(begun)
  }
  const [one] = beginnings
  return one !== undefined && beginnings.length === 1 && one.end === end ? one : null
}

/** Reads a file up to a line, and the lines behind it that belong to the same answer; null where its lines have no numbers. */
async function beginningUpTo(
  scope: Scope,
  { conversationId, source }: Pick<RawOrigin, 'conversationId' | 'source'>,
  isEnd: (line: number, ordinal: number) => boolean,
  withAfterwords = true,
): Promise<Beginning | null> {
  const hash = createHash('sha256')
  let rollout: NumberedRollout | null = null
  let [lines, bytes, end] = [0, 0, 0]
  let last: JsonObject | null = null
  for await (const line of storedLines(scope, conversationId, source)) {
    const value = valueOf(line)
    const ordinal = asCount(value?.['ordinal'])
    if (value === null || ordinal === null) return null
    if (last !== null && !(withAfterwords && isAfterword(value))) break
    rollout ??= numberedRollout(value)
    if (rollout === null || line.at(-1) !== newline) return null
    hash.update(line)
    ;[lines, bytes, end] = [lines + 1, bytes + line.length, ordinal + 1]
    if (last === null && isEnd(lines, ordinal)) last = value
  }
  if (rollout === null || last === null) return null
  return { rollout, conversationId, source, lines, end, bytes, sha256: hash.digest('hex'), last }
}

const newline = 0x0a

function valueOf(line: Uint8Array): JsonObject | null {
  try {
    return asObject(JSON.parse(Buffer.from(line).toString('utf8')) as JsonObject)
  } catch {
    return null
  }
}

/** Says whether each node of a path came from these beginnings. */
async function isAllOf(scope: Scope, end: TreeNode, begun: readonly Beginning[]): Promise<boolean> {
  const linesOf = new Map(begun.map(({ conversationId, source, lines }) => [`${source} ${conversationId}`, lines]))
  for await (const nodes of walk(scope.reads, end)) {
    scope.signal?.throwIfAborted()
    for (const node of nodes) {
      const origin = rawOrigin(node)
      if (origin === null || origin.line > (linesOf.get(`${origin.source} ${origin.conversationId}`) ?? 0)) return false
    }
  }
  return true
}
