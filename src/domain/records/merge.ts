import type { Block, Hash, Json, JsonObject } from '../model.ts'

export type MergeStrategy = 'EVIDENCE' | 'CHERRY_PICK' | 'INSIGHTS'
/** CONFLICTING: each holds, together they do not. UNDECIDED: no input brought an artifact; where one was refuted, it is REFUTED. */
export type Verdict = 'SURVIVES' | 'REFUTED' | 'CONFLICTING' | 'UNDECIDED'
/** Whether a gate judges each artifact by itself alone, or then all that hold together as well. */
export type GateOver = 'EACH' | 'UNION'

/** An attachment as a branch uses it: kind and environment belong to the use, not to the bytes (design §6). */
export interface Artifact {
  readonly attachmentId: Hash
  readonly fileName: string | null
  readonly kind: string | null
  readonly environment: string | null
}

/** What a gate says of one artifact; `reason` is null where it survives. */
export interface Judgement {
  readonly survives: boolean
  readonly reason: string | null
}

/** A branch that is to be merged, with the artifacts that it brings. */
export interface EvidenceInput {
  readonly conversationId: string
  readonly artifacts: readonly Artifact[]
}
export interface Refuted {
  readonly conversationId: string
  readonly reason: string
}
/** What a gate made of all inputs. */
export interface JudgedInputs {
  readonly verdict: Verdict
  /** Conversation ids of the inputs of which an artifact survived. */
  readonly surviving: ReadonlySet<string>
  readonly refuted: readonly Refuted[]
  /** Conversation ids of the inputs that brought nothing to judge: joined and pruned by neither. */
  readonly undecided: readonly string[]
  /** Each that survived once, in an order that does not depend on that of the inputs. */
  readonly artifacts: readonly Artifact[]
}

/** Returns the artifacts among blocks: attachments that are used with a kind or an environment. */
export function artifactsIn(blocks: readonly Block[]): Artifact[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'attachment' || (block.kind == null && block.environment == null)) return []
    const { attachmentId, fileName = null, kind = null, environment = null } = block
    return [{ attachmentId, fileName, kind, environment }]
  })
}

/** Returns what makes an artifact the one that it is: the bytes and their use. */
export function artifactKey({ attachmentId, kind, environment, fileName }: Artifact): string {
  return JSON.stringify([attachmentId, kind, environment, fileName])
}

/** Returns artifacts each once, in an order of their own. */
export function union(lists: readonly (readonly Artifact[])[]): Artifact[] {
  const byKey = new Map(lists.flat().map((one) => [artifactKey(one), one]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** Returns the environments that inputs name, by conversation, where they do not all name the same one; else null. */
export function mismatch(inputs: readonly EvidenceInput[]): JsonObject | null {
  const named = inputs.flatMap(({ conversationId, artifacts }) => {
    const environments = [...new Set(artifacts.map(({ environment }) => environment))]
    return environments.length === 0 ? [] : [[conversationId, environments] as const]
  })
  const all = new Set(named.flatMap(([, environments]) => environments))
  return all.size <= 1 ? null : Object.fromEntries(named)
}

/** Returns what the judgements on single artifacts come to: an input survives where any of its artifacts did (design §6). */
export function judged(inputs: readonly EvidenceInput[], judgements: ReadonlyMap<string, Judgement>): JudgedInputs {
  const survivors = (list: readonly Artifact[]) => list.filter((one) => judgements.get(artifactKey(one))?.survives)
  const bringing = inputs.filter(({ artifacts }) => artifacts.length > 0)
  const undecided = inputs.flatMap(({ conversationId, artifacts }) => (artifacts.length === 0 ? [conversationId] : []))
  const refuted = bringing.flatMap(({ conversationId, artifacts }) =>
    survivors(artifacts).length > 0 ? [] : [{ conversationId, reason: reasonOf(artifacts, judgements) }],
  )
  const lost = new Set(refuted.map(({ conversationId }) => conversationId))
  const surviving = new Set(
    bringing.flatMap(({ conversationId }) => (lost.has(conversationId) ? [] : [conversationId])),
  )
  const artifacts = union(inputs.map((input) => survivors(input.artifacts)))
  const verdict = surviving.size > 0 ? 'SURVIVES' : refuted.length > 0 ? 'REFUTED' : 'UNDECIDED'
  return { verdict, surviving, refuted, undecided, artifacts }
}

const listedLimit = 3

function reasonOf(artifacts: readonly Artifact[], judgements: ReadonlyMap<string, Judgement>): string {
  const reasons = artifacts.map((one) => `${nameOf(one)}: ${judgements.get(artifactKey(one))?.reason ?? 'not judged'}`)
  const more = reasons.length - listedLimit
  return `No artifact survived. ${reasons.slice(0, listedLimit).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`
}

const nameOf = ({ fileName, attachmentId }: Artifact): string => fileName ?? attachmentId.slice(0, 12)

/** Returns the content of a join: the artifacts that it carries. */
export function joinBlocks(artifacts: readonly Artifact[]): Block[] {
  return artifacts.map(({ attachmentId, fileName, kind, environment }) => ({
    type: 'attachment',
    attachmentId,
    ...(fileName !== null && { fileName }),
    ...(kind !== null && { kind }),
    ...(environment !== null && { environment }),
  }))
}

/** Says whether metadata, or an entity's fields, mark an insight. */
export function marksInsight(fields: Json | undefined): boolean {
  return (
    isObject(fields) &&
    (fields['insight'] === true || (isObject(fields['metadata']) && fields['metadata']['insight'] === true))
  )
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
