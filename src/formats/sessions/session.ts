import type { Instant, JsonObject } from '../../domain/model.ts'
import { derivedUuid } from '../claudeCode/write.ts'
import type { Omissions, WrittenEntry } from '../writing/omissions.ts'

/** The session of an agent that a file is written for. */
export interface Session {
  /** A UUID: what the agent calls it. */
  readonly id: string
  /** The folder that the agent works in. */
  readonly cwd: string
  readonly startedAt: Instant
}

/** A line of a session's file. */
export interface SessionLine {
  readonly value: JsonObject
  /** The observation of the last entry that it says something of; null where it says nothing of one. */
  readonly nodeId: string | null
}

/** Makes the lines of a session of entries, one after the other. A line comes out as soon as nothing more can join it. */
export interface SessionWriting {
  readonly omissions: Omissions
  /** What stands before all entries. */
  begin(): SessionLine[]
  add(writtenEntry: WrittenEntry): SessionLine[]
  end(): SessionLine[]
}

/** Returns an instant as agents write it. */
export const milliseconds = (at: Instant): string => new Date(Date.parse(at)).toISOString()

/** Returns the id of the nth line of a session: the same whenever the session is written. */
export const lineId = (session: Session, number: number): string => derivedUuid(`${session.id} ${number}`)

/** Says whether an answer is of a model of Anthropic, whose signatures its API takes again. */
export const isOfClaude = ({ model }: Pick<WrittenEntry, 'model'>): boolean => /claude/i.test(model ?? '')
