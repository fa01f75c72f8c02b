import { formatInstant } from '../../domain/instants.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import type { Json, JsonObject } from '../../domain/model.ts'
import type { WriteSource } from '../format.ts'
import { asObject, asText, without } from '../reading/values.ts'
import { leaveBranches } from '../writing/messageFile.ts'
import type { Omissions } from '../writing/omissions.ts'
import { originalBytes, heldBy, turnsIn } from './originalBytes.ts'
import { checkNeoId, metaNames, storedFileOf, type NeoFile } from './files.ts'
import { goJson } from './goJson.ts'
import { neoTurns, type NeoTurn } from './turns.ts'

/** Lines that the hot file holds; older ones are the archive's. */
const mostHot = 1000
const newline = Buffer.from('\n')

/** Counts what the files of a Neo store leave out of a conversation. */
export async function omissionsOf(source: WriteSource, files: readonly NeoFile[], omissions: Omissions): Promise<void> {
  checkNeoId(source.conversation.id)
  const held = await turnsIn(source, files)
  // What came by another of its files is in that one; an archive that never came is written of it.
  const isPartly = held !== null && (files.length === 1 || (await originalBytes(source, 'ARCHIVE')) !== null)
  const isHeld = heldBy(held ?? new Set())
  for await (const turn of neoTurns(source.path(), omissions)) if (isPartly && !isHeld(turn)) omissions.add('turns')
  await leaveBranches(source, omissions)
}

/** Yields the path to the head as a Neo store's JSON file: the same bytes where nothing has changed since it came. */
export async function* writeJson(source: WriteSource): AsyncIterable<Uint8Array> {
  const { id, title, activityAt } = source.conversation
  const came = await originalBytes(source, 'JSON')
  if (came) {
    yield came
    return
  }
  const named = title === null ? '' : `,"title":${goJson(title)}`
  yield Buffer.from(`{"conversation_id":${goJson(checkNeoId(id))}${named},"turns":[`)
  let [between, isOurs] = ['', false]
  for await (const { node, value } of neoTurns(source.path())) {
    yield Buffer.from(`${between}${goJson(value)}`)
    between = ','
    isOurs ||= rawOrigin(node) === null
  }
  const { updated, ...others } = importedOf(source)
  const time = isOurs || asText(updated) === null ? formatInstant(activityAt) : (updated as Json)
  const rest = goJson(without(others, new Set(metaNames))).slice(1, -1)
  yield Buffer.from(`],"updated":${goJson(time)}${rest === '' ? '' : `,${rest}`}}`)
}

/** Yields a part of the lines of a Neo store: the hot file, the archive of what is older, or what stands beside both. */
export async function* writeJsonl(source: WriteSource): AsyncIterable<Uint8Array> {
  const part = (source.part ?? 'HOT') as NeoFile
  checkNeoId(source.conversation.id)
  const came = await originalBytes(source, part)
  if (came) {
    yield came
    return
  }
  if (part === 'META') yield Buffer.from(goJson(await metaOf(source)))
  else for await (const turn of await turnsOf(source, part)) yield* lineOf(source, turn)
}

/** A line that came is as it came; any other is rewritten. */
async function* lineOf(source: WriteSource, { node, value, isWhole }: NeoTurn): AsyncIterable<Uint8Array> {
  const raw = isWhole ? await source.lineOf(node) : null
  yield raw ?? Buffer.from(goJson(value))
  if (raw?.at(-1) !== 0x0a) yield newline
}

async function turnsOf(source: WriteSource, part: NeoFile): Promise<AsyncIterable<NeoTurn>> {
  const hot = part === 'ARCHIVE' ? await turnsIn(source, ['HOT']) : null
  if (hot) {
    const isHot = heldBy(hot)
    return chosen(source, (turn) => !isHot(turn))
  }
  const archived = await archivedOf(source)
  return chosen(source, (_, i) => i < archived === (part === 'ARCHIVE'))
}

async function* chosen(source: WriteSource, isWanted: (turn: NeoTurn, i: number) => boolean): AsyncIterable<NeoTurn> {
  let i = 0
  for await (const turn of neoTurns(source.path())) if (isWanted(turn, i++)) yield turn
}

/** How many turns the archive holds: those that came from one or stood before it, and what is too much for the hot file. */
async function archivedOf(source: WriteSource): Promise<number> {
  const isFromLines = (await source.files()).some((file) => ['HOT', 'ARCHIVE'].includes(storedFileOf(file) ?? ''))
  let [count, old, isOld] = [0, 0, isFromLines]
  for await (const { node } of neoTurns(source.path())) {
    const origin = rawOrigin(node)
    const file = origin && storedFileOf(origin)
    isOld &&= file === 'ARCHIVE' || file === 'JSON'
    if (isOld) old++
    count++
  }
  return Math.max(old, count - mostHot)
}

async function metaOf(source: WriteSource): Promise<JsonObject> {
  const { title, forkedFrom } = source.conversation
  const { updated: _updated, ...others } = importedOf(source)
  const own: JsonObject = {
    ...(title === null ? {} : { title }),
    ...(forkedFrom === null ? {} : { forked_from: forkedFrom.conversationId, forked_at_turn: await inherited(source) }),
  }
  const all: JsonObject = { ...others, ...own }
  const known = metaNames.filter((name) => name in all).map((name) => [name, all[name] as Json] as const)
  return { ...Object.fromEntries(known), ...without(all, new Set(metaNames)) }
}

async function inherited(source: WriteSource): Promise<number> {
  let count = 0
  for await (const _turn of neoTurns(source.inheritedPath())) count++
  return count
}

/** What the files said of the conversation that no turn does. */
function importedOf({ conversation }: WriteSource): JsonObject {
  return asObject(conversation.metadata['imported']) ?? {}
}
