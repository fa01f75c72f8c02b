import { bareLine, isErased, repeats, summaryOfLeaf } from '../../domain/erasure/erasedLine.ts'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import type { ConversationId, Observation, RawChunk } from '../../domain/model.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import { packed, unpacked } from '../../formats/compressedLines.ts'
import { linesOf } from '../../formats/reading/lines/lines.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { rawLinesOf } from './rawLines.ts'

const chunksAtOnce = 4
const pageLength = 500

/** Says of a line, by its number, whether it goes. */
type Choose = (line: Uint8Array, number: number) => Promise<boolean>

/**
 * Returns chunks with the lines emptied, too, that repeat what observations say and of which no observation was read: an agent
 * writes a prompt into its queue, names the last one, and sums the talk up: `summaries` are what it said there. `changed` are those with the observations' own lines emptied.
 */
export async function withoutRepetitions(
  scope: Scope,
  { id, plan }: Pick<Erasure, 'id' | 'plan'>,
  open: readonly Observation[],
  changed: readonly RawChunk[],
): Promise<{ readonly chunks: readonly RawChunk[]; readonly summaries: readonly string[] }> {
  const summaries: string[] = []
  const all = new Map(changed.map((chunk) => [keyOf(chunk), chunk]))
  const ownLines = rawLinesOf(open)
  const sources = new Map(ownLines.map((one) => [JSON.stringify([one.conversationId, one.source]), one]))
  const gone = new Set(open.map((one) => one.id))
  for (const { conversationId, source } of sources.values()) {
    // Of a conversation that is erased whole all such lines go in the end.
    if (plan?.conversationIds.includes(conversationId)) continue
    let live: ReadonlySet<string> | null = null
    const isRepetition = repeats(ownLines.map(({ content }) => content))
    const entryIds = new Set(open.flatMap(({ externalId }) => externalId ?? []))
    const choose: Choose = async (line, number) => {
      const summary = summaryOfLeaf(line, entryIds)
      if (summary === null && !isRepetition(line)) return false
      live ??= await liveLines(scope, conversationId, gone)
      const isLoose = !live.has(placeOf(source, number))
      if (isLoose && summary !== null) summaries.push(summary)
      return isLoose
    }
    for await (const chunks of chunksOf(scope, conversationId, source))
      for (const stored of chunks) {
        const emptied = await emptiedIn(all.get(keyOf(stored)) ?? stored, id, choose)
        if (emptied) all.set(keyOf(stored), emptied)
      }
  }
  return { chunks: [...all.values()], summaries }
}

/** Gives chunks of a conversation's files, some at a time, with all lines emptied of which no live observation was read. */
export async function* withoutLooseLines(
  scope: Scope,
  { id }: Erasure,
  conversationId: ConversationId,
): AsyncGenerator<RawChunk[]> {
  const sources = await scope.store.rawSources(conversationId)
  if (sources.length === 0) return
  const live = await liveLines(scope, conversationId, new Set())
  for (const { source } of sources)
    for await (const chunks of chunksOf(scope, conversationId, source)) {
      const choose: Choose = (_, number) => Promise.resolve(!live.has(placeOf(source, number)))
      const emptied = await Promise.all(chunks.map((chunk) => emptiedIn(chunk, id, choose)))
      yield emptied.filter((chunk) => chunk !== null)
    }
}

const keyOf = ({ conversationId, source, firstLine }: RawChunk) => JSON.stringify([conversationId, source, firstLine])
/** Names a raw line of a conversation among others of it. */
export const placeOf = (source: string, line: number) => `${line} ${source}`

async function* chunksOf({ store }: Scope, conversationId: ConversationId, source: string) {
  for (let from = 1; ;) {
    const chunks = await store.rawChunks(conversationId, source, from, chunksAtOnce)
    yield chunks
    const last = chunks.at(-1)
    if (last === undefined) return
    from = last.firstLine + last.lineCount
  }
}

/** Returns a chunk without the lines that are chosen; null where none is. */
async function emptiedIn(chunk: RawChunk, erasureId: string, choose: Choose): Promise<RawChunk | null> {
  const all = await unpacked(chunk.bytes)
  const lines: Uint8Array[] = chunk.lineCount === 1 ? [all] : linesOf(all).map(({ bytes }) => bytes)
  let isChanged = false
  for (const [at, line] of lines.entries()) {
    if (isErased(line) || !(await choose(line, chunk.firstLine + at))) continue
    lines[at] = bareLine(line, erasureId)
    isChanged = true
  }
  return isChanged ? { ...chunk, bytes: await packed(lines) } : null
}

/** Returns the places of a conversation's raw lines of which something was read that stays: by it, its forks or its sidechains. */
export async function liveLines(scope: Scope, conversationId: ConversationId, gone: ReadonlySet<string>) {
  const ids = [conversationId]
  for (const list of ['everyFork', 'sidechains'] as const)
    for await (const page of walkList(unkept(scope), list, conversationId, { limit: pageLength }))
      ids.push(...page.map(({ id }) => id))
  const live = new Set<string>()
  for (const id of ids)
    for await (const page of walkList(unkept(scope), 'observationsOfConversation', id, { limit: pageLength }))
      for (const one of page) {
        const origin = rawOrigin(one)
        if (origin?.conversationId !== conversationId || one.erased !== undefined || gone.has(one.id)) continue
        live.add(placeOf(origin.source, origin.line))
      }
  return live
}
