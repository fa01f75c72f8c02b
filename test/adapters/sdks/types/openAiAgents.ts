import {
  Agent,
  run,
  type AgentInputItem,
  type Session,
  type SessionHistoryRewriteAwareSession,
  type SessionHistoryTransactionAwareSession,
} from '@openai/agents-core'
import { TurngraphSession } from '../../../../dist/types/adapters/openAiAgents/index.js'

type IsAny<T> = 0 extends 1 & T ? true : false
type Whole = SessionHistoryRewriteAwareSession & SessionHistoryTransactionAwareSession

// What these say is checked by the compiler: each line is an assignment that must be one.
export const asSession = (session: TurngraphSession): Session => session
export const asWhole = (session: TurngraphSession): Whole => session
export const items = (session: TurngraphSession): Promise<AgentInputItem[]> => session.getItems()
export const areTyped: IsAny<Awaited<ReturnType<TurngraphSession['getItems']>>[number]> = false
export const used = (url: string) =>
  run(new Agent({ name: 'Helper' }), 'hi', { session: new TurngraphSession({ sessionId: 'user_123', url }) })
