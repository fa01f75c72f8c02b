import type { Stream } from './output.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a command reads its settings from and writes its answers to. */
export interface Terminal {
  readonly env: Environment
  readonly stdout: Stream
  readonly stderr: Stream
}
