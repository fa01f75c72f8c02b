import type { SubscriptionResolvers } from '../generated.ts'
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
}
