import type { AnswerChange } from '../../app/answers/answer.ts'
import type { ImportJobResolvers, SubscriptionResolvers } from '../generated.ts'
import { followJob, jobConversations, type ImportJob as ImportJobModel } from '../../app/imports/local/localImports.ts'
import { answerChanges } from '../../app/answers/answerChanges.ts'
import { orElse } from '../load.ts'
import { changedConversation, eventOf } from '../change.ts'

export const Subscription: SubscriptionResolvers = {
  conversationChanged: {
    subscribe: (_, { id, afterSeq }, { scope, watches }) => watches.follow(scope, id, afterSeq ?? null),
    resolve: eventOf,
  },
  conversationsChanged: {
    subscribe: (_, { filter }, { scope, watches }) => watches.followList(scope, filter ?? {}),
    resolve: changedConversation,
  },
  answerChanged: {
    subscribe: (_, { id, from }, { scope, probing, watches }) =>
      answerChanges(scope, { probing, watches }, id, orElse(from, 0)),
    resolve: (change: AnswerChange) => change,
  },
  importChanged: {
    subscribe: (_, { id }, { scope, watches }) => followJob(scope, id, () => watches.share(scope.tenant)),
    resolve: (job: ImportJobModel) => job,
  },
}

/** What a subscription follows, and `importJob` answers. */
export const ImportJob: ImportJobResolvers = {
  conversations: (job, page, { scope }) => jobConversations(scope, job, page),
}
