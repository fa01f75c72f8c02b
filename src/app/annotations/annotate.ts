import { annotated } from '../../domain/messages/annotation.ts'
import { noRecords } from '../../domain/changes.ts'
import type { Event, Json, JsonObject, Observation } from '../../domain/model.ts'
import { badInput, mustFind, Refusal } from '../../domain/refusals.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import { observationOrFact } from '../entities/observationOrFact.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { changesOfRecords } from '../write/draft/recordDraft.ts'
import { command, found } from '../write/command.ts'
import { newEvent } from '../write/draft/additions.ts'
import type { Scope } from '../scope.ts'

export interface Annotate {
  readonly observationId: string
  readonly annotations: Json
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}
export interface AnnotateResult {
  readonly observation: Observation | Fact
  readonly event: Event
  readonly replayed: boolean
}

/** UTF-8 bytes that the annotations of one observation may have together. */
const mostBytes = 64 * 1024

/** Puts annotations on one observation, and takes those away that are null; the ledger says what was there before. */
export async function annotate(scope: Scope, input: Annotate): Promise<AnnotateResult> {
  return command(scope, input, {
    operation: 'annotate',
    decide: async (commandScope) => {
      const { result, stored } = await commitRecords(commandScope, async () => {
        scope.reads.clear()
        const { observation, annotations, before } = await changed(scope, input)
        const { id } = observation
        const conversationId = 'ownerKind' in observation ? null : observation.conversationId
        const details = { observationId: id, annotations: checked(input.annotations), before }
        const event = newEvent(scope, 'ANNOTATE', conversationId, { actor: input.actor, details })
        const changes = changesOfRecords(event, { ...noRecords, annotations: [annotations] })
        return { changes, result: { observation, event }, record: { observationId: id, eventId: event.id } }
      })
      return { ...result, event: stored(result.event, null) }
    },
    load: (record: { readonly observationId: string; readonly eventId: string }) =>
      found(record, {
        observation: observationOrFact(scope, record.observationId),
        event: scope.reads.event(record.eventId),
      }),
  })
}

async function changed(scope: Scope, { observationId, annotations }: Annotate) {
  const observation = mustFind(await observationOrFact(scope, observationId), 'Observation', observationId)
  const known = await scope.reads.annotations(observationId)
  const { values, before } = annotated(known?.values ?? {}, checked(annotations))
  checkSize(values)
  const version = (known?.version ?? 0) + 1
  return {
    observation,
    before,
    annotations: { expected: known?.version ?? null, value: { id: observationId, version, values } },
  }
}

function checked(input: Json): JsonObject {
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    throw badInput('"annotations" must be a JSON object.', {}, ['annotations'])
  const names = Object.keys(input)
  if (names.length === 0) throw badInput('"annotations" names nothing.', {}, ['annotations'])
  if (names.some((name) => name.trim() === '')) throw badInput('A key of "annotations" is blank.', {}, ['annotations'])
  return input as JsonObject
}

function checkSize(values: JsonObject): void {
  const bytes = Buffer.byteLength(JSON.stringify(values))
  if (bytes <= mostBytes) return
  const message = `The observation's annotations would have ${bytes} bytes; ${mostBytes} are the most.`
  throw new Refusal('LIMIT_EXCEEDED', { limit: mostBytes, bytes }, message, ['annotations'])
}
