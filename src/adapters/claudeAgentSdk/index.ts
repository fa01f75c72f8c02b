export { TurngraphError } from '../../client/turngraphError.ts'
export type { TurngraphSessionStoreOptions } from './store.ts'
export { TurngraphSessionStore } from './store.ts'
export type { SessionKey, SessionStoreEntry, SessionSummaryEntry } from './types.ts'
