import type * as documents from '../../client/documents/generated.ts'

/** What `show` prints of a thing, as the API returns it. */
export type Thing =
  | ({ readonly kind: 'Conversation' } & ShownConversation)
  | ({ readonly kind: 'Message' } & ShownMessage)
  | ({ readonly kind: 'Observation' } & ShownObservation)
  | ({ readonly kind: 'Run' } & ShownRun)
  | ({ readonly kind: 'Entity' } & ShownEntity)
  | ({ readonly kind: 'Relationship' } & ShownRelationship)
  | ({ readonly kind: 'Attachment' } & ShownAttachment)
  | ({ readonly kind: 'Event' } & ShownEvent)
export type ShownKind = Thing['kind']

export type ShownConversation = documents.ShownConversationFragment
export type ShownMessage = documents.ShownMessageFragment
export type ShownObservation = documents.ShownObservationFragment
export type ShownRun = documents.ShownRunFragment
export type ShownEntity = documents.ShownEntityFragment
export type ShownRelationship = documents.ShownRelationshipFragment
export type ShownAttachment = documents.ShownAttachmentFragment
export type ShownEvent = documents.ShownEventFragment
export type ShownBlock = documents.ShownBlockFragment
export type ShownEnd = documents.ShownEndFragment
export type ShownEdges = documents.ShownEdgesFragment
export type ShownEntry = ShownConversation['transcript']['nodes'][number]
