/** What a request to a model and its answer say, whichever of the three APIs they are of. */
import { own } from '../../../runtime/own.ts'
import type { Block, Json, JsonObject, Role, UsageInput } from '../../../domain/model.ts'

export type WireName = 'messages' | 'responses' | 'chat'

/** A message as a turn is made of it. */
export interface WireTurn {
  readonly role: Role
  readonly blocks: readonly Block[]
  /** Members that no block has a place for. */
  readonly fields: JsonObject
}

/** What a request says. */
export interface WireRequest {
  /** The whole history, oldest first. */
  readonly turns: readonly WireTurn[]
  /** System blocks, tools and sampling settings, without what names a person or a device. */
  readonly setup: JsonObject
  readonly hasTools: boolean
  readonly model: string | null
  /** The answer that the history in this request continues, where the provider keeps the rest of it. */
  readonly continues: string | null
}

/** One answer; of several choices each is one. */
export interface WireAnswer {
  readonly turn: WireTurn
  readonly id: string | null
  readonly model: string | null
  /** On the first choice alone. */
  readonly usage: UsageInput | null
  /** Null: the answer did not come to its end. */
  readonly stopReason: string | null
}

/** An event of a stream: its data as JSON. */
export type WireEvent = JsonObject

/** Reads one API. */
export interface Wire {
  readonly name: WireName
  /** Returns what a request says; null where it has no messages. */
  readonly request: (body: JsonObject) => WireRequest | null
  /** Returns the answers that a whole body holds. */
  readonly answer: (body: JsonObject) => readonly WireAnswer[]
  /** Returns the body that the events of a stream come to, as far as they came; null where they hold none. */
  readonly assemble: (events: readonly WireEvent[]) => JsonObject | null
  /** Returns the ids by which a later request may name this answer instead of repeating its history. */
  readonly names: (request: JsonObject, answer: JsonObject) => readonly string[]
}

/** Returns the members of an object that are named, where they are there. */
export function membersOf(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = own(body, name)
      return value == null ? [] : [[name, value]]
    }),
  )
}
