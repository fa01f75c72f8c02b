import { createHash } from 'node:crypto'
import type { Tenant } from '../../../src/domain/access/tenant.ts'
import { nodeId } from '../../../src/graphql/nodeIds.ts'
import { mutate, storeTurn, talk } from '../../graphql/support/talk.ts'
import { seedEverything } from '../../graphql/support/everything.ts'
import type { TenantApi } from './tenantApi.ts'
import type { Place } from './places.ts'

/** The names by which a tenant's things are sought. */
export interface Named {
  readonly begin: string
  /** One of each kind, by its kind. */
  readonly ids: Readonly<Record<string, string>>
  readonly nodeIds: Readonly<Record<string, string>>
  readonly probe: string
}

const found = `query ($id: ID!, $entity: ID!) {
  conversation(id: $id) {
    head { id } events(first: 1) { nodes { id nodeId } } runs(first: 2) { nodes { runId nodeId } }
    relationships(first: 1) { nodes { id nodeId } }
  }
  entity(id: $entity) { observations(first: 1) { nodes { id } } }
}`

/** Stores something of everything for a tenant under names that begin so, and returns those. */
export async function seed(api: TenantApi, begin: string): Promise<Named> {
  const { conversationId, messageId, observationIds } = await seedEverything(api, begin)
  const [plain, branch] = [`${begin}plain`, `${begin}branch`]
  // A line that makes no node.
  const piece = { content: '{"type":"mode","mode":"normal","sessionId":"x"}\n', mode: 'APPEND', conversationId }
  await mutate(api, 'importTranscript', piece, '')
  const heads = await talk(api, plain, 'one', 'two', 'three', 'four')
  await mutate(api, 'forkConversation', { source: plain, newConversationId: branch }, '')
  await talk(api, branch, 'five', 'six')
  await mutate(api, 'storeEntity', { id: `${begin}other`, type: 'topic', name: 'Other' }, '')
  const asked = { conversationId: plain, prompt: 'And now?' }
  const { probe } = await mutate(api, 'probeConversation', asked, 'probe')
  const answer = await askedModel(api, { conversationId: `${begin}asked`, prompt: 'And now?' })
  const erased = await storeTurn(api, {
    conversationId: `${begin}erased`,
    turnId: 'e',
    role: 'USER',
    text: 'Erased',
    attachments: [{ base64: Buffer.from(`${begin}gone`).toString('base64') }],
  })
  await mutate(api, 'storeEntity', { id: `${begin}gone`, type: 'topic', name: 'Gone' }, '')
  const gone = { conversationIds: [`${begin}erased`], entityIds: [`${begin}gone`], reason: 'OTHER' }
  const { receipt } = await mutate(api, 'erase', gone, 'receipt { id nodeId }')
  const { conversation, entity } = await api.ask(found, { id: conversationId, entity: `${begin}topic` })
  const attachment = createHash('sha256').update(`${begin}a`).digest('hex')
  const [event, run, tie] = [
    conversation.events.nodes[0],
    conversation.runs.nodes[0],
    conversation.relationships.nodes[0],
  ]
  const ids = {
    conversation: conversationId,
    ...{ plain, branch, said: `${plain}:t3`, branched: `${branch}:t1` },
    ...{ first: heads[0].observation.id, last: heads[3].observation.id, other: `${begin}other` },
    deleted: `${begin}origin`,
    message: messageId,
    turn: `${begin}q`,
    inherited: observationIds[0] ?? '',
    head: conversation.head.id,
    done: `${begin}done`,
    waiting: `${begin}waiting`,
    question: `${begin}q`,
    entity: `${begin}topic`,
    fact: entity.observations.nodes[0].id,
    ...{ attachment, event: event.id, relationship: tie.id, answer },
    ...{ erasure: receipt.id, erasedTurn: erased.observation.id, erasedMessage: `${begin}erased:e` },
    ...{ erasedEntity: `${begin}gone`, erasedAttachment: createHash('sha256').update(`${begin}gone`).digest('hex') },
  }
  const nodeIds = {
    Conversation: nodeId('Conversation', ids.conversation),
    Message: nodeId('Message', ids.said),
    Observation: nodeId('Observation', ids.first),
    Entity: nodeId('Entity', ids.entity),
    Attachment: nodeId('Attachment', attachment),
    ...{ Event: event.nodeId, Run: run.nodeId, Relationship: tie.nodeId, Erasure: receipt.nodeId },
  }
  return { begin, ids, nodeIds, probe }
}

/** Asks a model, waits until its answer is over, and returns the answer's id; no id where no model is configured. */
async function askedModel(api: TenantApi, input: object): Promise<string> {
  const { answer } = await mutate(api, 'askModel', input, 'answer { id }')
  const id = (answer as { readonly id: string } | null)?.id ?? ''
  await api.app.probing.answers.settled(api.tenant as Tenant, id)
  return id
}

/** Makes a conversation, an entity and a run of one name, and returns it as this tenant has it. */
export async function makeNamed(api: TenantApi, { begin, ids }: Named, name: string): Promise<string> {
  const id = begin + name
  await storeTurn(api, { conversationId: id, role: 'USER', text: id })
  await mutate(api, 'storeEntity', { id, type: 'topic', name: id }, '')
  await mutate(api, 'claimRun', { conversationId: ids['conversation'], runId: id }, '')
  return id
}

/** Uses a key, and returns it as this tenant has it. */
export async function useKey(api: TenantApi, { begin }: Named, name: string): Promise<string> {
  const idempotencyKey = begin + name
  await mutate(api, 'createConversation', { idempotencyKey }, '')
  return idempotencyKey
}

/** Returns all that is stored of a tenant, line by line as `comparable` has it, whatever names it was seeded with. */
export async function storedLines(api: TenantApi): Promise<string[]> {
  const text = await (await api.fetch('/backup?attachments=none')).text()
  const all = text.split('\n').filter(Boolean)
  const lines = all.map((line) => JSON.parse(line) as { readonly line: string; readonly value: unknown })
  const own = lines.filter(({ line }) => !['header', 'tenant', 'end'].includes(line))
  const shown = own.map(({ line, value }) => JSON.stringify([line, value]).replaceAll(/nobody-|owners-/g, '‹other›'))
  // Versions are numbers by chance, and each tenant has a key of its own.
  const told = shown.map((line) =>
    line.replaceAll(/"version":\d+|"id":"[a-z2-7]{12}","kind":"KEY"|"things":\[[^\]]*\]/g, '"by":"chance"'),
  )
  return told.map((line) => comparable(JSON.parse(line), [])).sort()
}

/** What a place asks of the asker's own, besides what is sought: by the first rule that fits. */
export function ownOf({ ids, nodeIds }: Named, { field, type, path }: Place, member: string): string {
  if (/^nodeIds?$/.test(member)) return nodeIds['Conversation'] ?? ''
  const asked = `${type}.${field.name}(${path.join('.')}).${member}`
  const [, kind = 'conversation'] = owns.find(([rule]) => rule.test(asked)) ?? []
  return `${ids[kind] ?? ''}${/^Mutation.*turnId$/.test(asked) ? '-new' : ''}`
}

const owns: readonly (readonly [RegExp, string])[] = [
  [/^Query\.prompt\(.*\.id$/, 'inherited'],
  [/mergeEntities.*\.into$/, 'other'],
  [/Entit(y|ies)\(.*\.(id|source|from|into)$|\.entityId$/, 'entity'],
  [/splitEntity.*\.observationIds$/, 'fact'],
  [/mergeConversations.*\.from$/, 'branch'],
  [/mergeConversations.*\.turns$/, 'branched'],
  [/Message\(.*\.id$|\.messageId$/, 'said'],
  [/\.runId\)\.(conversationId|source)$/, 'conversation'],
  [/^Mutation.*\.(observationIds?|markerId|expectedHeadId|supersedes)$/, 'last'],
  [/\.(observationIds?|ids|to)$|^Observation\..*id$/, 'head'],
  [/\.runId$/, 'waiting'],
  [/\.turnId$/, 'turn'],
  [/\.questionId$/, 'question'],
  [/\.attachmentId$/, 'attachment'],
  [/Run\(/, 'conversation'],
  [/^Mutation/, 'plain'],
]

const kindsOf: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(conversationIds?|forkedFrom|source|into|from|newConversationId)$/,
    ['conversation', 'plain', 'deleted', 'entity'],
  ],
  [/^(messageId|turns|supersedes)$/, ['message', 'said', 'branched', 'erasedMessage']],
  [/^(observationIds?|ids|markerId|expectedHeadId|to)$/, ['inherited', 'head', 'last', 'fact', 'erasedTurn']],
  [/^(runId|questionId)$/, ['done', 'waiting', 'question']],
  [/^entityIds?$/, ['entity', 'erasedEntity']],
  [/^attachmentIds?$/, ['attachment', 'erasedAttachment']],
  [/^turnId$/, ['turn']],
  [/^(callId|answerId|branchId|bindings)$/, ['question']],
]

/** Returns the names that a place is tried with: of the kinds that fit what it is called, in a long run of all. */
export function triedAt({ ids, nodeIds }: Named, { path }: Place): string[] {
  const member = path.at(-1) ?? ''
  if (/^nodeIds?$/.test(member)) return Object.values(nodeIds)
  const isLong = process.env['TENANT_RUNS'] !== undefined
  const [, kinds = Object.keys(ids)] = (!isLong && kindsOf.find(([rule]) => rule.test(member))) || []
  return [...new Set(kinds.map((kind) => ids[kind] ?? ''))]
}

/** Returns a name of the same form that nothing ever had: another in each place that tells things apart. */
export function nobodys(value: string, begin: string): string {
  if (value.includes(begin)) return value.replaceAll(begin, 'nobody'.padEnd(begin.length, '-'))
  const decoded = Buffer.from(value, 'base64url').toString()
  if (/^[A-Z]\w+:/.test(decoded)) return Buffer.from(nobodys(decoded, begin)).toString('base64url')
  if (decoded.startsWith('["')) return Buffer.from(decoded.replace(/^\["../, '["--')).toString('base64url')
  // A signed text: nothing else than its signature says that it is another.
  if (/^eyJ[^.]+\.[^.]+\.[^.]+$/.test(value))
    return value.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`)
  const next = (digit: string) => ((parseInt(digit, 16) + 1) % 16).toString(16)
  return value.slice(0, -8) + value.slice(-8).replaceAll(/[0-9a-f]/g, next)
}

/** Returns an answer with what may differ put by what it stands for: what was sought, and what every answer makes anew. */
export function comparable(answer: unknown, sought: readonly string[]): string {
  let text = JSON.stringify(answer)
  for (const [k, value] of sought.entries()) text = text.replaceAll(JSON.stringify(value).slice(1, -1), `‹${k}›`)
  const seen = new Map<string, number>()
  const numbered = (id: string) => `‹made ${seen.get(id) ?? (seen.set(id, seen.size), seen.size - 1)}›`
  return (
    text
      .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '‹signature›')
      // What an asker has made itself by such a name is listed beside it, in its own runs.
      .replaceAll(/(?:owners|nobody)-made-\d+/g, '‹own›')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '‹time›')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b([0-9a-f]{64}|[0-9a-f]{32})\b/g, numbered)
  )
}
