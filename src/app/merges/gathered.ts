import {
  artifactKey,
  artifactsIn,
  type Artifact,
  type EvidenceInput,
  type Verdict,
} from '../../domain/records/merge.ts'
import type { Conversation, ConversationId, Event } from '../../domain/model.ts'
import { bendsOf, type KnownBend } from '../read/bends.ts'
import { cursorOfParts, listIn, readParts } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { listed, pageSize, type ListPage } from '../read/pages.ts'
import { headOf, asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { inputOf } from './evidence.ts'
import { mergeOf } from './mergeOf.ts'

/** An artifact that a merge brought to a path, of one of the branches that it came from. */
export interface Evidence extends Artifact {
  readonly fromId: ConversationId
  readonly event: Event
  readonly verdict: Verdict
  /** Where it stands in the list: the depth of its join, and its number there. */
  readonly place: Place
}
type Place = readonly [depth: number, index: number]

/** How many joins are read at a time. */
const atOnce = 50

/**
 * Returns a page of what the merges of a conversation's path brought, newest merge first: once for each branch that
 * brought it. What a merge refuted was not brought; its event names it.
 */
export async function evidencePage(
  scope: Scope,
  conversation: Conversation,
  args: Forward,
): Promise<ListPage<Evidence> & { totalCount(): Promise<number> }> {
  const size = pageSize(args).first ?? 0
  const list = listIn(scope, `evidence:${conversation.id}`)
  const after = readParts<Place>(list, args.after, 'after', isPlace)
  const joins = await joinsOf(scope, conversation)
  const evidence: Evidence[] = []
  for await (const one of evidenceOf(scope, joins, after)) if (evidence.push(one) > size) break
  const page = evidence.slice(0, size)
  return {
    items: page.map((one) => listed(one, () => cursorOfParts(list, [...one.place]))),
    hasNextPage: evidence.length > size,
    hasPreviousPage: after !== null,
    totalCount: async () => {
      let count = 0
      for await (const _one of evidenceOf(scope, joins, null)) count++
      return count
    },
  }
}

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isSafeInteger(part))

/** The joins of a conversation's path, newest first. */
async function joinsOf(scope: Scope, conversation: Conversation): Promise<KnownBend[]> {
  const head = await headOf(scope, conversation)
  const { all } = await bendsOf(scope.reads, head?.place.bendId ?? null)
  return all.filter(({ joined }) => joined.length > 0).reverse()
}

async function* evidenceOf(scope: Scope, joins: readonly KnownBend[], after: Place | null): AsyncGenerator<Evidence> {
  const remaining = after === null ? joins : joins.filter(({ depth }) => depth <= after[0])
  for (let i = 0; i < remaining.length; i += atOnce) {
    scope.signal?.throwIfAborted()
    const lists = await Promise.all(remaining.slice(i, i + atOnce).map(({ id }) => evidenceIn(scope, id)))
    for (const one of lists.flat()) if (after === null || isBehind(one.place, after)) yield one
  }
}

const isBehind = ([depth, index]: Place, after: Place): boolean =>
  depth < after[0] || (depth === after[0] && index > after[1])

/** What one join carries. */
async function evidenceIn(scope: Scope, joinId: string): Promise<Evidence[]> {
  const join = asTreeNode(await scope.reads.observation(joinId))
  const artifacts = artifactsIn(join?.blocks ?? [])
  const event = join && artifacts.length > 0 ? await mergeOf(scope, join) : null
  if (join === null || event === null) return []
  const from = await bringersOf(scope, event, artifacts)
  const { verdict = 'SURVIVES' } = event.details as { verdict?: Verdict }
  const each = artifacts.flatMap((artifact) =>
    (from.get(artifactKey(artifact)) ?? []).map((fromId) => ({ ...artifact, fromId, event, verdict })),
  )
  return each.map((one, index) => ({ ...one, place: [join.place.depth, index] }))
}

/** An input of a merge, as its event names it. */
interface MergedInput {
  readonly conversationId: ConversationId
  readonly observationId: string
}
type StoredArtifact = Artifact & { readonly from?: readonly ConversationId[] }

/** The conversations that brought each artifact, as the event says; what it does not say is read from their paths. */
async function bringersOf(
  scope: Scope,
  { details }: Event,
  artifacts: readonly Artifact[],
): Promise<ReadonlyMap<string, readonly ConversationId[]>> {
  const originByKey = new Map(
    // Of a line that an erasure took the words out of, no report has what makes an artifact the one that it is.
    ((details['artifacts'] ?? []) as unknown as readonly StoredArtifact[]).map((one) => [artifactKey(one), one.from]),
  )
  if (artifacts.every((one) => originByKey.get(artifactKey(one))))
    return originByKey as Map<string, readonly ConversationId[]>
  const inputs = await Promise.all(
    (details['inputs'] as unknown as readonly MergedInput[]).map((input) => pathOf(scope, input)),
  )
  const known = inputs.flatMap((input) => input ?? [])
  return new Map(
    artifacts.map((one) => {
      const key = artifactKey(one)
      const bringing = known.filter((input) => input.artifacts.some((each) => artifactKey(each) === key))
      return [key, bringing.map(({ conversationId }) => conversationId)]
    }),
  )
}

/** What the path of an input holds; null where it is not there. */
async function pathOf(scope: Scope, { conversationId, observationId }: MergedInput): Promise<EvidenceInput | null> {
  const [conversation, observation] = await Promise.all([
    scope.reads.conversation(conversationId),
    scope.reads.observation(observationId),
  ])
  const head = asTreeNode(observation)
  return conversation && head && inputOf(scope, { conversation, head, since: -1 })
}
