/** Names of the marks by which an importer finds again what it left of a conversation. */
import { fitName } from './ids.ts'

/** What the last import left of a conversation. */
export const importStateMark = (conversationId: string): string => `left:${conversationId}`
/** Digests of the lines of one source of a conversation. */
export const linesMark = (conversationId: string, source: string): string => `lines:${conversationId}:${source}`
/** Roots that wait for a parent which no file had. */
export const danglingMark = (parent: string): string => `dangling:${fitName(parent)}`
/** Set once there is any such root: until then none is looked for. */
export const anyDangling = 'dangling'
