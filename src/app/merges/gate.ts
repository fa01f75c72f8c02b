import type { Json } from '../../domain/model.ts'
import type { Artifact, Judgement } from '../../domain/records/merge.ts'

/** Bytes that a gate is to judge. */
export interface JudgedBytes {
  readonly byteSize: number
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

/** One of a list of artifacts. */
export interface ListedBytes extends JudgedBytes {
  readonly artifact: Artifact
}

/** Judges artifacts one by one. What it cannot judge is refuted, with the reason; it throws only where it cannot work. */
export interface Gate {
  judge(bytes: JudgedBytes, signal: AbortSignal | undefined): Promise<Judgement>
  /** Judges artifacts together, as one list. */
  judgeList(list: readonly ListedBytes[], signal: AbortSignal | undefined): Promise<Judgement>
  close(): Promise<void>
}

/** The gates that a merge may name (src/gates). */
export interface Gates {
  /** Refuses what is not JSON Schema. */
  jsonSchema(schema: Json): Promise<Gate>
  /** Null where the operator configured none of that name. */
  command(name: string): Gate | null
  /** The names of the commands that the operator configured. */
  readonly commands: readonly string[]
}
