import type { SubscriptionResolvers } from '../generated.ts'
import { eventOf } from '../change.ts'

export const Subscription: SubscriptionResolvers = {
  conversationChanged: {
    subscribe: (_, { id, afterSeq }, { scope, watches }) => watches.follow(scope, id, afterSeq ?? null),
    resolve: eventOf,
  },
}
