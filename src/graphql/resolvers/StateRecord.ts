import type { StateRecordResolvers } from '../generated.ts'
import { existing, maybe } from '../load.ts'

export const StateRecord: StateRecordResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
  observation: ({ observationId }, _, { scope }) => maybe(scope, 'observation', observationId),
}
