import type { SubscriptionResolvers } from '../generated.ts'
import { eventOf } from '../subscriptions/change.ts'

export const Subscription: SubscriptionResolvers = {
  conversationChanged: {
    subscribe: (_, { id, afterSeq }, { act, watches }) => watches.follow(act, id, afterSeq ?? null),
    resolve: eventOf,
  },
}
