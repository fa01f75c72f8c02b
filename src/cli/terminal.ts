import type { Readable } from 'node:stream'
import type { Stream } from './output.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a command reads its settings from and writes its answers to. */
export interface Terminal {
  readonly env: Environment
  /** Where a command listens that speaks with a program; the process's own when left out. */
  readonly stdin?: Readable
  readonly stdout: Stream
  readonly stderr: Stream
}
