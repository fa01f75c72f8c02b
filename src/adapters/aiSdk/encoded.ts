import type { GraftedTurn } from '../turns/graft.ts'
import type { Members } from '../turns/json.ts'
import type { StoredFile } from '../turns/path.ts'
import type { DataUrl } from '../turns/dataUrls.ts'
import type { TurnSpec } from './spec.ts'

/** A message to store. */
export interface Encoded {
  /** The message as JSON, the bytes of its files named by their hash. */
  readonly message: Members
  readonly turns: readonly EncodedTurn[]
  /** The bytes that it brings, by their hash. */
  readonly bytes: ReadonlyMap<string, DataUrl & StoredFile>
}
export type EncodedTurn = GraftedTurn & { readonly metadata: { readonly aiSdk: TurnSpec } }
