/** Sessions of the server's machine, and imports of them. */
import type { Instant } from '../../../domain/model.ts'
import type { ImportReport } from '../job/importReport.ts'

/** A folder of this machine in which an agent keeps sessions. */
export interface LocalSource {
  /** The agent, as `importLocal` takes it. */
  readonly kind: string
  readonly path: string
  readonly files: number
  readonly bytes: number
  readonly newestAt: Instant | null
}

/** Files of folders of this machine that are imported one after the other. */
export interface ImportJob {
  readonly id: string
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesDone: number
  readonly added: number
  readonly unchanged: number
  /** The path of the file that is being read. */
  readonly reading: string | null
  readonly state: 'RUNNING' | 'DONE' | 'FAILED' | 'STOPPED'
  /** Of the files of which something was added or noticed, as many as are kept. */
  readonly reports: readonly ImportReport[]
  /** In the order in which their files were read. */
  readonly conversationIds: readonly string[]
  /** Those of them of which nothing was stored before. */
  readonly newConversationIds: readonly string[]
}

/** What imports the sessions of this machine for one tenant. */
export interface LocalImports {
  /** The folders that are there and hold sessions. */
  sources(): Promise<LocalSource[]>
  /** Begins to import folders; the same key again returns the job that it began. */
  begin(kinds: readonly string[], key: string | null): Promise<ImportJob>
  job(id: string): ImportJob | null
  /** Yields a job as it is, then whenever it has changed, a few times a second; ends with it, or by the signal. */
  changes(id: string, leaving: AbortSignal): AsyncGenerator<ImportJob>
}
