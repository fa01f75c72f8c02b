export type { AgentInputItem } from './peer.ts'
export type { HistoryRewrite, HistoryTransaction, TurngraphSessionOptions } from './session.ts'
export { TurngraphSession } from './session.ts'
export { TurngraphError } from '../../client/turngraphError.ts'
