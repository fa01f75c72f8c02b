/** What the lines of a backup hold, as a schema: what `restore` checks, and docs/backup.schema.json. Members that it does not name are kept. */
import { z } from 'zod'
import type { ContentKind } from '../../domain/contents.ts'
import { accessScopes } from '../../domain/access/principal.ts'
import { eraseReasons, erasureStates, noScope, residues, type EraseScope } from '../../domain/erasure/erasure.ts'
import type { EventKind, Mark } from '../../domain/model.ts'
import { relationshipTypes } from '../../domain/records/relationship.ts'
import { strategies, type Strategy } from '../../domain/messages/strategies.ts'
import { mostOfAnswer } from '../../domain/usage/usage.ts'
import { faultOfMark } from './marks.ts'
import { apiKey, header, receiptKey, tenant } from './tenantSchema.ts'
import { count, hash, id, instant, keptName, long, or, salt, word } from './valueTypes.ts'

const priority = z.int().min(0).max(1001)
/** Any JSON: it was parsed before, and may be nested deeper than a check can go. */
const json = z.unknown()
const object = z.record(z.string(), json)
const role = z.enum(['USER', 'ASSISTANT', 'SYSTEM', 'TOOL'])
const members = z.looseObject

const extra = object.optional()
const text = or(z.string()).optional()

const block = z.discriminatedUnion('type', [
  members({ type: z.literal('text'), text: z.string(), extra }),
  members({ type: z.literal('thinking'), thinking: z.string(), signature: text, extra }),
  members({ type: z.literal('toolCall'), callId: word, name: z.string(), input: json, extra }),
  members({ type: z.literal('toolResult'), callId: word, content: json, isError: z.boolean(), extra }),
  members({ type: z.literal('attachment'), attachmentId: hash, fileName: text, kind: text, environment: text }),
  members({ type: z.literal('other'), value: json }),
])

const sums = { inputTokens: z.number(), outputTokens: z.number(), cacheReadTokens: z.number(), cacheWriteTokens: z.number(), costUsd: z.number() } // prettier-ignore
/** What was not reported is absent. */
const reported = long.max(mostOfAnswer.inputTokens)
const usage = members({
  ...{ inputTokens: reported, outputTokens: reported, cacheReadTokens: reported, cacheWriteTokens: reported },
  ...{ costUsd: z.number().min(0).max(mostOfAnswer.costUsd), answerId: word },
}).partial()
/** Empty where `to` is one below `from`. */
const span = members({ from: count, to: z.union([count, z.literal(-1)]) })

const ends = z.tuple([hash, hash])

const marker = members({
  ...{ span: or(span), keep: z.array(span), summary: or(z.string()), cancels: or(id), targets: z.array(hash) },
  sidechains: or(z.enum(['ORPHAN', 'CASCADE', 'REROOT'])),
  ends: members({ span: or(ends), keep: z.array(ends), cancels: or(hash) }),
})

/** Where a node stands; its segment is recomputed. */
const place = members({
  ...{ parentId: or(id), otherParents: z.array(id), depth: count, pathHash: hash },
  ...{ turns: count, turn: or(count), entries: count, entry: or(count), calls: count },
  openCalls: z.array(members({ callId: word, depth: count })),
  ...{ groupStart: or(count), groupAnswer: or(word), firstUserId: or(id) },
  usage: members({ ...sums, answers: count, recent: z.array(members({ ...sums, answerId: word })) }),
  ...{ bendId: or(id), bend: or(members({ number: count, near: z.array(id), far: z.array(id) })) },
})

/** Only where it was erased. */
const erasedBy = members({ by: id })
const erased = members({ by: id, begins: z.boolean(), titled: z.boolean(), failed: count, declined: count })

const observation = members({
  ...{ id, conversationId: id, messageId: or(id), externalId: or(id), role: or(role), blocks: z.array(block) },
  kind: z.enum([
    'TURN',
    'RESTATEMENT',
    'CORRECTION',
    'DELETION',
    'RESTORATION',
    'COMPACTION',
    'DROP',
    'CANCEL',
    'JOIN',
    'NOTE',
    'FACT',
  ]),
  ...{ senderId: or(word), senderKind: or(word), model: or(word), usage: or(usage), runId: or(id), branchId: or(word) },
  ...{ sourceKind: or(word), priority, fields: object, metadata: object },
  ...{ observedAt: instant, ingestedAt: instant, copyOf: or(id) },
  ...{
    erased: erased.optional(),
    /** Only where names of attachments were taken out of it. */
    namesErased: id.optional(),
    marker: or(marker),
    salt: salt.optional(),
    restates: id.optional(),
    contentHash: hash,
    place: or(place),
  },
})

const conversation = members({
  ...{ id, version: count, title: or(z.string()), derivedTitle: z.string(), preview: z.string(), turnCount: count },
  ...{
    createdAt: instant,
    activityAt: instant,
    deletedAt: or(instant),
    origin: z.enum(['HOST', 'IMPORT', 'EXPERIMENT']),
  },
  ...{ cwd: or(z.string()), metadata: object, headId: or(id), forkLevel: count, lastSeq: count, deletedTurns: count },
  forkedFrom: or(members({ conversationId: id, observationId: or(id), turn: or(count), pathHash: hash, eventId: id })),
  shape: members({ nodes: count, roots: count, leaves: count, branchPoints: count, versionPoints: count, sidechains: count, toolCalls: count }), // prettier-ignore
  ...{ spawnedBy: or(id), sidechainOf: or(id), hasErased: z.literal(true).optional() },
  undated: z.literal(true).optional(),
  retainDays: count.optional(),
  runs: members({
    open: z.array(
      members({ runId: id, exclusive: z.boolean(), suspended: z.boolean(), startDepth: count, startHeadId: or(id) }),
    ),
    ...{ completed: count, since: or(count) },
  }),
})

const message = members({
  ...{ id, conversationId: id, turnId: id, role, createdAt: instant, deleted: z.boolean() },
  ...{ latestId: id, latestAt: instant, observationCount: count, supersedesId: or(id) },
  overlay: or(members({ fields: object, provenance: z.record(z.string(), id), at: instant })),
  others: z.array(members({ observationId: id, observedAt: instant, fields: z.array(z.string()) })),
  /** Only where a restatement is newer than the newest turn. */
  restated: members({ observationId: id, observedAt: instant }).optional(),
  /** Only where every turn observation of it is erased. */
  erased: z.literal(true).optional(),
})

const run = members({
  ...{ conversationId: id, runId: id, state: z.enum(['CLAIMED', 'SUSPENDED', 'COMPLETED', 'ABORTED']) },
  ...{ exclusive: z.boolean(), claimedAt: instant, claimedAtHeadId: or(id), completedAt: or(instant) },
  ...{
    completionSeq: or(count),
    end: or(
      members({
        observationId: or(id),
        depth: z
          .int()
          .min(-1)
          .max(2 ** 31 - 1),
        leftOut: or(count),
      }),
    ),
  },
  pending: or(members({ questionId: word, request: json })),
  answers: z.array(members({ questionId: word, answer: json, eventId: id })),
  settings: object.optional(),
})

const principal = members({
  ...{ kind: z.enum(['ANONYMOUS', 'KEY', 'USER', 'OPERATOR']), id: or(word), label: or(z.string()) },
  scopes: z.array(z.enum(accessScopes)),
})
const eventKinds = {
  ...{ CREATE: true, UPDATE: true, STORE: true, FORK: true, REWIND: true, SWITCH: true, UNDO: true, MERGE: true },
  ...{ COMPACT: true, DROP: true, CANCEL: true, MATERIALIZE: true, CORRECT: true, DELETE: true, RESTORE: true },
  ...{ RELATE: true, UNRELATE: true, ENTITY_MERGE: true, ENTITY_SPLIT: true, IMPORT: true, REPAIR: true, RUN: true },
  ...{ CHECKPOINT: true, ANNOTATE: true, RECORD: true, ERASE: true },
} as const satisfies { readonly [K in EventKind]: true }
const eventKind = z.enum(Object.keys(eventKinds) as [EventKind, ...EventKind[]])
const event = members({
  ...{ id, conversationId: or(id), seq: or(count), kind: eventKind, at: instant, actor: json, note: or(z.string()) },
  ...{
    principal: or(principal),
    pathHash: or(hash),
    details: object,
    head: or(members({ from: or(id), to: or(id) })),
  },
})

const endpoint = members({ kind: z.enum(['CONVERSATION', 'MESSAGE', 'ENTITY', 'ATTACHMENT']), id })
const relationship = members({
  ...{ id, version: count, type: z.enum(relationshipTypes), source: endpoint, target: endpoint, metadata: object },
  ...{ createdAt: instant, changedAt: instant, deletedAt: or(instant), factCount: count },
})

const fact = members({
  ...{
    id,
    kind: z.enum(['FACT', 'CORRECTION', 'DELETION', 'RESTORATION']),
    ownerKind: z.enum(['ENTITY', 'RELATIONSHIP']),
  },
  ...{ ownerId: id, fields: object, priority, specificity: or(z.number().min(0).max(1)), sourceKind: or(z.string()) },
  ...{ note: or(z.string()), observedAt: instant, ingestedAt: instant, erased: erasedBy.optional() },
})

const snapshot = members({
  ...{ fields: object, provenance: z.record(z.string(), id), observationCount: count, unknownFields: count },
  ...{ computedAt: instant, typeVersion: count },
})

const stateRecord = members({
  ...{ conversationId: id, kind: z.string(), key: z.string(), parentKey: or(z.string()), version: count },
  ...{ value: json, base64: or(z.base64()), observationId: or(id), storedAt: instant },
})

const residue = z.array(z.enum(residues))
const look = members({ place: z.string(), looked: or(z.string()) })
const scopeCounts = Object.fromEntries(Object.keys(noScope).map((name) => [name, long])) as Record<keyof EraseScope, typeof long> // prettier-ignore
const erasure = members({
  ...{ id, version: count, at: instant, state: z.enum(erasureStates), reason: z.enum(eraseReasons), residue },
  ...{ principal, note: or(z.string()), scope: members(scopeCounts), observationIds: z.array(id) },
  ...{ things: z.array(hash), digest: or(hash) },
  ...{
    signature: or(z.string()),
    purge: or(
      members({ at: instant, how: z.string(), looks: z.array(look).optional(), residue, signature: z.string() }),
    ),
  },
  plan: or(members({ conversationIds: z.array(id), attachmentIds: z.array(hash), askedAttachmentIds: z.array(hash), entityIds: z.array(id), emptied: count.optional() })), // prettier-ignore
})

/** A keyed digest, and the key where that is another tenant's (keyedDigest.ts). */
const inputHash = z.string().regex(/^k:[0-9a-f]{32}(:[0-9a-f]{64})?$/)

/** What the value of each kind of line is. */
export const lineValues = {
  attachment: members({ id: hash, mediaType: z.string(), byteSize: or(long), uri: or(z.string()), fileName: or(z.string()), createdAt: instant }), // prettier-ignore
  entityType: members({
    type: id,
    version: count,
    strategies: z.record(z.string(), z.enum(Object.keys(strategies) as [Strategy, ...Strategy[]])),
  }),
  conversation,
  message,
  observation,
  junction: members({ conversationId: id, parentId: id, children: count, kind: z.enum(['BRANCH', 'VERSION', 'PARALLEL']), way: or(z.string()) }), // prettier-ignore
  run,
  event,
  rawChunk: members({ conversationId: id, source: z.string(), position: count, firstLine: count, lineCount: count, bytes: z.base64() }), // prettier-ignore
  entity: members({ id, version: count, type: id, name: keptName, createdAt: instant, deleted: z.boolean(), mergedInto: or(id), factCount: count, snapshot: or(snapshot), erased: erasedBy.optional() }), // prettier-ignore
  fact,
  relationship,
  annotations: members({ id, version: count, values: object }),
  erasure,
  stateRecord,
  importMark: members({ name: z.string(), value: json }),
  idempotencyKey: members({ key: z.string(), operation: z.string(), inputHash, result: json, storedAt: instant }),
  guard: members({ name: z.string(), value: count }),
} as const satisfies { readonly [K in ContentKind]: z.ZodType }

const end = members({ lines: count, sha256: hash })
const bytes = members({ attachmentId: hash, offset: long, base64: z.base64() })

const allValues = { ...lineValues, header, bytes, tenant, apiKey, receiptKey }

/** Returns what is wrong with the value of a line, in words; null when nothing is. */
export function faultOf(line: keyof typeof allValues, value: unknown): string | null {
  const { error } = allValues[line].safeParse(value)
  const [issue] = error?.issues ?? []
  if (!issue) return line === 'importMark' ? faultOfMark(value as Mark) : null
  return `${issue.path.map(String).join('.') || 'its value'}: ${issue.message}`
}

/** Returns the JSON Schema of one line. */
export function linesSchema(): object {
  const values = { header, receiptKey, tenant, apiKey, ...lineValues, bytes, end }
  const oneOf = Object.entries(values).map(([line, value]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(value, { unrepresentable: 'any' })
    const properties = { line: { const: line }, value: schema, crc32: { type: 'string', pattern: '^[0-9a-f]{8}$' } }
    return { title: line, type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line of a backup of turngraph, or of one conversation in its own form, version 1',
    description:
      'The first line is the header, which names the conversation of a file of one (`conversationId`, else null), or the tenants of a backup with how much it holds of each; the lines of a tenant follow its line `tenant`, in the order of the header. A file of one conversation holds no `idempotencyKey`, no `guard` and no `erasure`, and all that its lines name. The last line is the end: its SHA-256 is that of all bytes before it. Each line ends with a line feed, and its crc32 is that of the bytes before `,"crc32"`. Values have the names of the glossary; members that are not named here are kept.',
    oneOf,
  }
}
