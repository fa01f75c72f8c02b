import type { FailureCode } from '../../client/failureCodes.ts'
import { randomUUID } from 'node:crypto'
import { TurngraphError } from '../../client/client.ts'
import * as documents from '../../client/documents/generated.ts'
import { objectOf, type Graph } from './graph.ts'

type End = 'complete' | 'abort'

/** It is not known what became of the request. */
const uncertain: ReadonlySet<FailureCode> = new Set(['UNREACHABLE', 'TIMEOUT', 'STORE_FULL', 'OVERLOADED', 'INTERNAL'])

/** The runs of prompts. One that could not be ended while the store was away is ended as soon as it is back. */
export class Runs {
  private readonly graph: Graph
  /** How each run is to end that the store may still hold open, by conversation. */
  private readonly owed = new Map<string, Map<string, End>>()

  constructor(graph: Graph) {
    this.graph = graph
  }

  /** Claims a run; where that may have been done unheard, it is given up again. */
  async claim(conversationId: string, runId: string): Promise<void> {
    await this.endOwed(conversationId)
    const input = { conversationId, runId, idempotencyKey: `acp-${randomUUID()}` }
    try {
      await this.graph.query(documents.ClaimRun, { input })
    } catch (thrown) {
      if (isUncertain(thrown)) this.owe(conversationId, runId, 'abort')
      throw thrown
    }
  }

  complete(conversationId: string, runId: string): Promise<void> {
    return this.end(conversationId, runId, 'complete')
  }

  abort(conversationId: string, runId: string): Promise<void> {
    return this.end(conversationId, runId, 'abort')
  }

  /** Ends runs whose processes are gone, whichever claimed them: their turns stay where that can be. */
  async endAll(conversationId: string, runIds: readonly string[]): Promise<void> {
    for (const runId of runIds)
      await this.complete(conversationId, runId).catch((thrown: unknown) => {
        if (isUncertain(thrown)) throw thrown
        return this.abort(conversationId, runId)
      })
  }

  /** Ends the runs of a conversation that could not be ended before; throws while the store is still away. */
  async endOwed(conversationId: string): Promise<void> {
    for (const [runId, how] of [...(this.owed.get(conversationId) ?? [])])
      await this.end(conversationId, runId, how).catch((thrown: unknown) => {
        if (isUncertain(thrown)) throw thrown
      })
  }

  /** Ends what can be ended now of all that could not be before. */
  async endAllOwed(): Promise<void> {
    await Promise.all([...this.owed.keys()].map((id) => this.endOwed(id).catch(() => undefined)))
  }

  private async end(conversationId: string, runId: string, how: End): Promise<void> {
    const document = how === 'complete' ? documents.CompleteRun : documents.AbortRun
    try {
      await this.graph.query<unknown, { readonly input: object }>(document, { input: { conversationId, runId } })
      this.owed.get(conversationId)?.delete(runId)
    } catch (thrown) {
      if (isUncertain(thrown)) this.owe(conversationId, runId, how)
      else this.owed.get(conversationId)?.delete(runId)
      throw thrown
    }
  }

  private owe(conversationId: string, runId: string, how: End): void {
    const owed = this.owed.get(conversationId) ?? new Map<string, End>()
    this.owed.set(conversationId, owed.set(runId, how))
  }
}

function isUncertain(thrown: unknown): boolean {
  return !(thrown instanceof TurngraphError) || uncertain.has(thrown.code)
}

/** Returns the runs that stand in the way of what was refused; null where it is something else. */
export function openRunsIn(thrown: unknown): readonly string[] | null {
  if (!(thrown instanceof TurngraphError) || thrown.code !== 'CONFLICT_ACTIVE_RUN') return null
  const ids = objectOf(thrown.details)?.['openRunIds']
  return Array.isArray(ids) ? ids.map(String) : null
}
