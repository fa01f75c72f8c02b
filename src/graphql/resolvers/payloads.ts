import type {
  AmendPayloadResolvers,
  CheckpointPayloadResolvers,
  AnnotatePayloadResolvers,
  ConversationPayloadResolvers,
  EntityPayloadResolvers,
  EntityTypePayloadResolvers,
  ForkPayloadResolvers,
  HeadPayloadResolvers,
  ProbePayloadResolvers,
  ImportPayloadResolvers,
  MarkerPayloadResolvers,
  MergePayloadResolvers,
  RefutedInputResolvers,
  RepairPayloadResolvers,
  RelationshipPayloadResolvers,
  RunPayloadResolvers,
  StoreTurnPayloadResolvers,
  StoreTurnsPayloadResolvers,
} from '../generated.ts'
import { originsOfFork } from '../lineage.ts'
import { existing } from '../load.ts'
import { done } from '../payload.ts'

/** What each payload shows of its outcome: nothing, when the command was refused. */
export const ConversationPayload: ConversationPayloadResolvers = {
  conversation: ({ result }) => result?.conversation ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const AmendPayload: AmendPayloadResolvers = {
  message: ({ result }) => result?.message ?? null,
  observation: ({ result }) => result?.observation ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const AnnotatePayload: AnnotatePayloadResolvers = {
  observation: ({ result }) => result?.observation ?? null,
  event: ({ result }) => result?.event ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const StoreTurnPayload: StoreTurnPayloadResolvers = {
  conversation: ({ result }) => result?.conversation ?? null,
  message: ({ result }) => result?.message ?? null,
  observation: ({ result }) => result?.observation ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
  leftTranscript: ({ result }) => result?.leftTranscript ?? 0,
  forked: ({ result }) => result?.forked ?? false,
  warnings: ({ result }) => result?.warnings ?? [],
}

export const StoreTurnsPayload: StoreTurnsPayloadResolvers = {
  results: ({ result }) => (result?.results ?? []).map(done),
  replayed: ({ result }) => result?.replayed ?? false,
}

export const ForkPayload: ForkPayloadResolvers = {
  conversation: ({ result }) => result?.conversation ?? null,
  event: ({ result }) => result?.event ?? null,
  lineage: ({ result }, _, { scope }) => (result ? originsOfFork(scope, result) : []),
  sharedLength: ({ result }) => result?.sharedLength ?? null,
  pathHash: ({ result }) => result?.pathHash ?? null,
  copied: ({ result }) => result?.copied ?? 0,
  replayed: ({ result }) => result?.replayed ?? false,
  warnings: ({ result }) => result?.warnings ?? [],
}

export const ProbePayload: ProbePayloadResolvers = {
  probe: ({ result }) => result?.probe ?? null,
  text: ({ result }) => result?.text ?? null,
  messages: ({ result }) => result?.messages ?? null,
  stopReason: ({ result }) => result?.stopReason ?? null,
}

export const HeadPayload: HeadPayloadResolvers = {
  conversation: ({ result }) => result?.conversation ?? null,
  event: ({ result }) => result?.event ?? null,
  leftTranscript: ({ result }) => result?.leftTranscript ?? 0,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const MarkerPayload: MarkerPayloadResolvers = {
  marker: ({ result }) => result?.marker ?? null,
  conversation: ({ result }) => result?.conversation ?? null,
  event: ({ result }) => result?.event ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const CheckpointPayload: CheckpointPayloadResolvers = {
  conversation: ({ result }) => result?.conversation ?? null,
  event: ({ result }) => result?.event ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const RepairPayload: RepairPayloadResolvers = {
  report: ({ result }) => result?.report ?? null,
  conversation: ({ result }) => result?.conversation ?? null,
  event: ({ result }) => result?.event ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}

export const MergePayload: MergePayloadResolvers = {
  conversation: ({ result }) => result?.conversation ?? null,
  join: ({ result }) => result?.join ?? null,
  event: ({ result }) => result?.event ?? null,
  verdict: ({ result }) => result?.verdict ?? null,
  refuted: ({ result }) => result?.refuted ?? [],
  replayed: ({ result }) => result?.replayed ?? false,
}

export const RefutedInput: RefutedInputResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
}

export const RunPayload: RunPayloadResolvers = {
  run: ({ result }) => result?.run ?? null,
  conversation: ({ result }) => result?.conversation ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
  warnings: ({ result }) => result?.warnings ?? [],
}

export const ImportPayload: ImportPayloadResolvers = {
  report: ({ result }) => result?.report ?? null,
  conversations: ({ result }) => result?.conversations ?? [],
}

export const EntityPayload: EntityPayloadResolvers = {
  entity: ({ result }) => result?.entity ?? null,
  observation: ({ result }) => result?.observation ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
  observationsMoved: ({ result }) => result?.observationsMoved ?? 0,
  relationshipsMoved: ({ result }) => result?.relationshipsMoved ?? 0,
}

export const EntityTypePayload: EntityTypePayloadResolvers = {
  type: ({ result }) => result?.type ?? null,
  strategies: ({ result }) => result?.strategies ?? null,
}

export const RelationshipPayload: RelationshipPayloadResolvers = {
  relationship: ({ result }) => result?.relationship ?? null,
  replayed: ({ result }) => result?.replayed ?? false,
}
