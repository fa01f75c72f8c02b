/** A conversation in a store: read member by member as an observation is, and for the same reason. */
import { noRuns } from '../../domain/messages/newConversation.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import type { Conversation, ForkedFrom, ForkPoint, Instant, JsonObject, TreeShape } from '../../domain/model.ts'
import { nonEmpty } from '../../runtime/own.ts'

export interface ConversationRow {
  readonly id: string
  readonly version: number
  readonly createdAt: Instant
  readonly activityAt: Instant
  readonly deleted: boolean
  readonly origin: Conversation['origin']
  readonly forkedFrom: string | null
  readonly sidechainOf: string | null
  readonly headId: string | null
  /** For search only, see cwdKey, titleKey and metadataKey. */
  readonly cwdKey: string | null
  readonly titleKey: string
  readonly metadataKey: string
  readonly body: string
}

/** Returns the conversation as it lies in a store. Columns that repeat a part of the body are there to be searched. */
export function conversationRow(conversation: Conversation): ConversationRow {
  const { id, version, createdAt, activityAt, origin, ...rest } = conversation
  return {
    id,
    version,
    createdAt,
    activityAt,
    origin,
    deleted: rest.deletedAt !== null,
    forkedFrom: rest.forkedFrom?.conversationId ?? null,
    sidechainOf: rest.sidechainOf,
    headId: rest.headId,
    cwdKey: rest.cwd === null ? null : cwdKey(rest.cwd),
    titleKey: titleKey(rest.title ?? rest.derivedTitle),
    metadataKey: metadataKey(rest.metadata) + (rest.undated ? shelfKeys.undated : ''),
    body: conversationText(rest),
  }
}

const emptyConversation = {
  title: null,
  deletedAt: null,
  cwd: null,
  metadata: {},
  headId: null,
  forkedFrom: null,
  spawnedBy: null,
  sidechainOf: null,
  runs: noRuns,
  deletedTurns: 0,
  showsOthers: false,
  hasCorrections: false,
} as const satisfies Partial<Conversation>

/** Returns a conversation, or what no column holds of it, as JSON text. */
export function conversationText(conversation: ConversationBody): string {
  const { derivedTitle, preview, turnCount, forkLevel, shape, ...rest } = conversation
  const counts = [turnCount, forkLevel, ...shapeNames.map((name) => shape[name])]
  return JSON.stringify({
    ...nonEmpty<typeof rest>(rest, emptyConversation),
    derived: [derivedTitle, preview, ...withoutZeros(counts)],
    runs: hasRuns(rest) ? rest.runs : undefined,
  })
}

/** The order of a shape's counts in a body, which never changes: new ones go to the end. */
const shapeNames = [
  'nodes',
  'roots',
  'leaves',
  'branchPoints',
  'versionPoints',
  'sidechains',
  'toolCalls',
] as const satisfies readonly (keyof TreeShape)[]

/** Zeros at the end go without saying: every fork would store them. */
function withoutZeros(counts: readonly number[]): number[] {
  return counts.slice(0, counts.findLastIndex((count) => count !== 0) + 1)
}

function hasRuns({ runs }: Pick<Conversation, 'runs'>): boolean {
  return runs.completed > 0 || runs.since !== null
}

/** Returns what is listed of a fork where little is. */
export function forkPointOf({ id, createdAt, forkedFrom, derivedTitle }: Conversation): ForkPoint {
  return { id, createdAt, observationId: forkedFrom?.observationId ?? null, derivedTitle }
}

/** Returns the conversation, or the part of one, of such a text. */
export function conversationOfText(text: string): ConversationBody {
  return conversationPart(JSON.parse(text) as StoredBody)
}

function conversationPart(part: StoredBody): ConversationBody {
  const { derived } = part
  return {
    title: part.title ?? null,
    derivedTitle: derived[0],
    preview: derived[1],
    turnCount: derived[2] ?? 0,
    deletedAt: part.deletedAt ?? null,
    cwd: part.cwd ?? null,
    metadata: part.metadata ?? emptyConversation.metadata,
    headId: part.headId ?? null,
    forkedFrom: part.forkedFrom ?? null,
    forkLevel: derived[3] ?? 0,
    shape: shapeOf(derived),
    spawnedBy: part.spawnedBy ?? null,
    sidechainOf: part.sidechainOf ?? null,
    runs: part.runs ?? noRuns,
    deletedTurns: part.deletedTurns ?? 0,
    showsOthers: part.showsOthers ?? false,
    hasCorrections: part.hasCorrections ?? false,
    ...(part.hasErased && { hasErased: true }),
    ...(part.undated && { undated: true }),
    ...(part.retainDays !== undefined && { retainDays: part.retainDays }),
  }
}

/** Where the counts of a shape begin. */
const shapeAt = 4

function shapeOf(derived: Derived): TreeShape {
  const shape: Partial<Record<keyof TreeShape, number>> = {}
  for (let k = 0; k < shapeNames.length; k++)
    shape[shapeNames[k] as keyof TreeShape] = Number(derived[shapeAt + k] ?? 0)
  return shape as TreeShape
}

/** What is derived of the tree, without names: each fork has it. */
type Derived = readonly [derivedTitle: string, preview: string, ...counts: (number | undefined)[]]
type ConversationBody = Omit<Conversation, keyof ConversationColumns>
/** What the body of a conversation holds. */
export type StoredBody = Partial<ConversationBody> & { readonly derived: Derived }
type ConversationColumns = Pick<ConversationRow, 'id' | 'version' | 'createdAt' | 'activityAt' | 'origin'>

/** Returns the conversation of columns and a body; its head and its source are those of the columns. */
export function conversationWith(
  columns: ConversationColumns,
  body: StoredBody,
  headId: string | null,
  forkedFrom: ForkedFrom | null,
): Conversation {
  const { id, version, createdAt, activityAt, origin } = columns
  return { id, version, createdAt, activityAt, origin, ...conversationPart(body), headId, forkedFrom }
}

/** Returns what a working directory is compared as. */
export function cwdKey(cwd: string): string {
  return JSON.stringify(cwd)
}

/** Returns what a title, or a part of one, is searched as: without regard to case, storable as plain text. */
export function titleKey(title: string): string {
  return title.toLowerCase().replaceAll(/\p{Surrogate}|\0/gu, '\uFFFD')
}

/** Returns text that contains `memberKey(name, json)` exactly when the metadata has that member with that canonical value. */
export function metadataKey(metadata: JsonObject): string {
  return Object.entries(metadata)
    .map(([name, value]) => memberKey(name, canonicalJson(value)))
    .join('')
}

/** What the keys of archived, of pinned and of undated conversations are searched for. */
export const shelfKeys = {
  archived: memberKey('archived', canonicalJson(true)),
  pinned: memberKey('pinned', canonicalJson(true)),
  // No member of a metadata reads so: it is no JSON.
  undated: memberKey('', 'undated'),
}

/** Returns what one member of a metadata is searched as. JSON text holds no line breaks, so they can stand around it. */
export function memberKey(name: string, json: string): string {
  return `\n${JSON.stringify([name, json])}\n`
}
