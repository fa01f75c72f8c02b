import type { ContentKind, Contents } from '../contents.ts'

/**
 * What becomes of a member once it is erased: it stays, or it goes. Of one that goes there may be a part that says nothing: the type of a block,
 * the place in a file.
 */
export type Fate = 'stays' | 'goes'
/** Every member of a kind is on one of the two lists: the compiler asks for a new one. */
type Fates<K extends ContentKind> = { readonly [Name in keyof Required<Contents[K]>]: Fate }

const observation = {
  ...{ id: 'stays', kind: 'stays', conversationId: 'stays', messageId: 'stays', externalId: 'stays', role: 'stays' },
  ...{ blocks: 'goes', senderId: 'goes', senderKind: 'goes', branchId: 'goes', sourceKind: 'goes' },
  ...{ model: 'stays', usage: 'stays', runId: 'stays', priority: 'stays', fields: 'goes', metadata: 'goes' },
  ...{ observedAt: 'stays', ingestedAt: 'stays', copyOf: 'stays', restates: 'stays', marker: 'goes', salt: 'goes' },
  ...{ contentHash: 'stays', erased: 'stays', namesErased: 'stays', place: 'stays' },
} as const satisfies Fates<'observation'>

/** Of one that is erased whole. */
const conversation = {
  ...{ id: 'stays', version: 'stays', title: 'goes', derivedTitle: 'goes', preview: 'goes', turnCount: 'stays' },
  ...{ createdAt: 'stays', activityAt: 'stays', deletedAt: 'stays', origin: 'stays', cwd: 'goes', metadata: 'goes' },
  ...{ headId: 'stays', forkedFrom: 'stays', forkLevel: 'stays', shape: 'stays', spawnedBy: 'stays' },
  ...{ sidechainOf: 'stays', runs: 'stays', deletedTurns: 'stays', showsOthers: 'stays', hasCorrections: 'stays' },
  ...{ hasErased: 'stays', undated: 'stays', retainDays: 'stays', lastSeq: 'stays' },
} as const satisfies Fates<'conversation'>

/** Of a line of a ledger about what is erased. */
const event = {
  ...{ id: 'stays', conversationId: 'stays', seq: 'stays', kind: 'stays', at: 'stays', principal: 'stays' },
  ...{ actor: 'goes', note: 'goes', pathHash: 'stays', details: 'goes', head: 'stays' },
} as const satisfies Fates<'event'>

const run = {
  ...{ conversationId: 'stays', runId: 'stays', state: 'stays', exclusive: 'stays', claimedAt: 'stays' },
  ...{ claimedAtHeadId: 'stays', completedAt: 'stays', completionSeq: 'stays', end: 'stays' },
  ...{ pending: 'goes', answers: 'goes', settings: 'goes' },
} as const satisfies Fates<'run'>

/** What was stored of an entity or a relationship. */
const fact = {
  ...{ id: 'stays', kind: 'stays', ownerKind: 'stays', ownerId: 'stays', fields: 'goes', priority: 'stays' },
  ...{ specificity: 'stays', sourceKind: 'goes', note: 'goes', observedAt: 'stays', ingestedAt: 'stays' },
  erased: 'stays',
} as const satisfies Fates<'fact'>

const attachment = {
  ...{ id: 'stays', mediaType: 'stays', byteSize: 'stays', uri: 'goes', fileName: 'goes', createdAt: 'stays' },
  erased: 'stays',
} as const satisfies Fates<'attachment'>

/** Of one of which no turn is left. */
const message = {
  ...{ id: 'stays', conversationId: 'stays', turnId: 'stays', role: 'stays', createdAt: 'stays', deleted: 'stays' },
  ...{ latestId: 'stays', latestAt: 'stays', observationCount: 'stays', supersedesId: 'stays', overlay: 'goes' },
  ...{ others: 'goes', restated: 'goes', erased: 'stays' },
} as const satisfies Fates<'message'>

const entity = {
  ...{ id: 'stays', version: 'stays', type: 'stays', name: 'goes', createdAt: 'stays', deleted: 'stays' },
  ...{ mergedInto: 'stays', factCount: 'stays', snapshot: 'goes', erased: 'stays' },
} as const satisfies Fates<'entity'>

const relationship = {
  ...{ id: 'stays', version: 'stays', type: 'stays', source: 'stays', target: 'stays', metadata: 'goes' },
  ...{ createdAt: 'stays', changedAt: 'stays', deletedAt: 'stays', factCount: 'stays' },
} as const satisfies Fates<'relationship'>

const annotations = { id: 'stays', version: 'stays', values: 'goes' } as const satisfies Fates<'annotations'>

/** Lines of it are emptied, and their number stays. */
const rawChunk = {
  ...{ conversationId: 'stays', source: 'stays', position: 'stays', firstLine: 'stays', lineCount: 'stays' },
  bytes: 'goes',
} as const satisfies Fates<'rawChunk'>

const junction = {
  ...{ conversationId: 'stays', parentId: 'stays', children: 'stays', kind: 'stays', way: 'stays' },
} as const satisfies Fates<'junction'>

const entityType = { type: 'stays', version: 'stays', strategies: 'stays' } as const satisfies Fates<'entityType'>

/** Receipts are forever: nothing that an erasure takes stands in one. */
const erasure = {
  ...{ id: 'stays', version: 'stays', at: 'stays', state: 'stays', principal: 'stays', reason: 'stays' },
  ...{ note: 'stays', scope: 'stays', observationIds: 'stays', things: 'stays', digest: 'stays', residue: 'stays' },
  ...{ signature: 'stays', purge: 'stays', plan: 'stays' },
} as const satisfies Fates<'erasure'>

/** Of every kind: which members stay, and which go; or that its rows go whole where they say something of it. The page about erasure says the same. */
export const fates = {
  ...{ observation, message, conversation, event, run, entity, fact, relationship, annotations, attachment, rawChunk },
  ...{ junction, entityType, erasure },
  ...{ stateRecord: 'goes', importMark: 'goes', idempotencyKey: 'goes', guard: 'goes' },
} as const satisfies { readonly [K in ContentKind]: Fates<K> | 'goes' }
