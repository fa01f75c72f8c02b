import type { AnswerChange } from '../../app/answers/answer.ts'
import type { SubscriptionResolvers } from '../generated.ts'
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
}
