import type { Fact } from '../messages/snapshot.ts'
import type { Conversation, Event, Observation } from '../model.ts'
import type { Attachment } from '../records/attachment.ts'
import type { Run } from '../records/run.ts'

/**
 * What becomes of a member once it is erased: it stays, or it goes. Of one that goes there may be a part that says nothing: the type of a block,
 * the place in a file.
 */
export type Fate = 'stays' | 'goes'
/** Every member of a kind is on one of the two lists: the compiler asks for a new one. */
type Fates<T> = { readonly [K in keyof Required<T>]: Fate }

const observation = {
  ...{ id: 'stays', kind: 'stays', conversationId: 'stays', messageId: 'stays', externalId: 'stays', role: 'stays' },
  ...{ blocks: 'goes', senderId: 'goes', senderKind: 'goes', branchId: 'goes', sourceKind: 'goes' },
  ...{ model: 'stays', usage: 'stays', runId: 'stays', priority: 'stays', fields: 'goes', metadata: 'goes' },
  ...{ observedAt: 'stays', ingestedAt: 'stays', copyOf: 'stays', restates: 'stays', marker: 'goes', salt: 'goes' },
  ...{ contentHash: 'stays', erased: 'stays', namesErased: 'stays', place: 'stays' },
} as const satisfies Fates<Observation>

/** Of one that is erased whole. */
const conversation = {
  ...{ id: 'stays', version: 'stays', title: 'goes', derivedTitle: 'goes', preview: 'goes', turnCount: 'stays' },
  ...{ createdAt: 'stays', activityAt: 'stays', deletedAt: 'stays', origin: 'stays', cwd: 'goes', metadata: 'goes' },
  ...{ headId: 'stays', forkedFrom: 'stays', forkLevel: 'stays', shape: 'stays', spawnedBy: 'stays' },
  ...{ sidechainOf: 'stays', runs: 'stays', deletedTurns: 'stays', showsOthers: 'stays', hasCorrections: 'stays' },
  ...{ hasErased: 'stays', undated: 'stays', retainDays: 'stays' },
} as const satisfies Fates<Conversation>

/** Of a line of a ledger about what is erased. */
const event = {
  ...{ id: 'stays', conversationId: 'stays', seq: 'stays', kind: 'stays', at: 'stays', principal: 'stays' },
  ...{ actor: 'goes', note: 'goes', pathHash: 'stays', details: 'goes', head: 'stays' },
} as const satisfies Fates<Event>

const run = {
  ...{ conversationId: 'stays', runId: 'stays', state: 'stays', exclusive: 'stays', claimedAt: 'stays' },
  ...{ claimedAtHeadId: 'stays', completedAt: 'stays', completionSeq: 'stays', end: 'stays' },
  ...{ pending: 'goes', answers: 'goes', settings: 'goes' },
} as const satisfies Fates<Run>

/** What was stored of an entity or a relationship. */
const fact = {
  ...{ id: 'stays', kind: 'stays', ownerKind: 'stays', ownerId: 'stays', fields: 'goes', priority: 'stays' },
  ...{ specificity: 'stays', sourceKind: 'goes', note: 'goes', observedAt: 'stays', ingestedAt: 'stays' },
  erased: 'stays',
} as const satisfies Fates<Fact>

const attachment = {
  ...{ id: 'stays', mediaType: 'stays', byteSize: 'stays', uri: 'goes', fileName: 'goes', createdAt: 'stays' },
  erased: 'stays',
} as const satisfies Fates<Attachment>

/** Of every kind that holds content and keeps a row: which members stay, and which go. The page about erasure has the same lists. */
export const fates = { observation, conversation, event, run, fact, attachment }
