import type { AnswerChangeResolvers, AnswerResolvers, ResponderResolvers } from '../generated.ts'
import { existing, maybe } from '../load.ts'

export const Answer: AnswerResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
  prompt: ({ promptId }, _, { scope }) => existing(scope, 'observation', promptId),
  startedAt: ({ askedAt }) => askedAt,
  endedAt: ({ endedAt }) => endedAt,
  observation: ({ observationId }, _, { scope }) => maybe(scope, 'observation', observationId),
  usage: ({ usage }) => usage as never,
  stopReason: ({ stopReason }) => stopReason,
  error: ({ error }) => error && { ...error, field: null },
}

export const AnswerChange: AnswerChangeResolvers = {
  text: ({ text }) => text,
}

export const Responder: ResponderResolvers = {
  model: ({ model }) => model,
  models: (responder) => responder.models(),
}
