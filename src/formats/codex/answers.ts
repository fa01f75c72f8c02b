import type { JsonObject, UsageInput } from '../../domain/model.ts'
import { openAiUsage, usageOfBoth } from '../reading/usage.ts'
import type { Step } from '../reading/tree/steps.ts'
import { asObject, asText } from '../reading/values.ts'

/** Steps that are held at most while it is not known what their answer took. */
const mostHeld = 500

/**
 * Gives the answers of a rollout what they took. Programs of 2025 tell it before the answer, later ones behind it or
 * behind the results of its calls, and those of 2026 twice: with the answer, and as the sum of the session. So an answer
 * is held, with what follows, until the next one begins or its turn ends.
 */
export class CodexAnswers {
  private readonly session: () => string
  private held: Step[] = []
  /** No further part of the answer that is held can come. */
  private isClosed = false
  private isNextOnItsWay = false
  private answers = 0
  private answerId: string | null = null
  private usage: UsageInput | null = null
  /** Told when the answer that is held had its own: the next one's, or one more request of this. */
  private early: UsageInput | null = null
  private total = ''
  /** The requests have usage of their own, so the session's sum adds nothing. */
  private isRecorded = false

  constructor(session: () => string) {
    this.session = session
  }

  /** Yields the steps of a record, those of answers with their usage. */
  *through(steps: Iterable<Step>): Iterable<Step> {
    for (const step of steps) {
      if (isAnswer(step)) {
        if (this.isClosed || this.held.length === 0) yield* this.begin()
        this.held.push(step)
      } else if (endsTurn(step)) {
        yield* this.over()
        yield step
      } else if (this.held.length === 0) yield step
      else {
        this.isClosed ||= step.kind === 'entry'
        this.held.push(step)
        if (this.held.length > mostHeld) yield* this.release()
      }
    }
  }

  /** Ends the answer under way. Usage that came after its own belongs to a request without any item. */
  *over(): Iterable<Step> {
    if (this.held.length > 0) {
      this.usage = usageOfBoth(this.usage, this.early)
      this.early = null
    }
    yield* this.release()
  }

  /** Counts the answers of the file itself from here on: those before were another file's. */
  ownBegin(): void {
    this.answers = 0
  }

  /** Takes the sign that more of an answer is on its way: behind a closed one, of the next. */
  comes(): void {
    this.isNextOnItsWay = this.isClosed
  }

  /** Takes the usage of one request, which the program wrote with the request. */
  recorded(payload: JsonObject): void {
    const usage = openAiUsage(asObject(payload['usage']))
    const answerId = asText(payload['response_id'])
    if (!usage) return
    this.isRecorded = true
    if (this.usage === null) this.answerId = answerId ?? this.answerId
    this.tell(usage)
  }

  /** Takes the sum of the session so far, with what the last request took. */
  counted(payload: JsonObject): void {
    const info = asObject(payload['info'])
    const usage = openAiUsage(asObject(info?.['last_token_usage']))
    const total = JSON.stringify(info?.['total_token_usage'] ?? null)
    if (!usage || total === this.total) return
    this.total = total
    if (!this.isRecorded) this.tell(usage)
    this.isRecorded = false
  }

  private tell(usage: UsageInput): void {
    const isNext = this.held.length === 0 || (this.isClosed && (this.usage !== null || this.isNextOnItsWay))
    if (isNext) this.early = usageOfBoth(this.early, usage)
    else this.usage = usageOfBoth(this.usage, usage)
  }

  private *begin(): Iterable<Step> {
    yield* this.release()
    this.answers++
    this.usage = this.early
    this.early = null
  }

  private *release(): Iterable<Step> {
    const answerId = this.answerId ?? `codex:${this.session()}:${this.answers}`
    const usage = { ...this.usage, answerId }
    for (const step of this.held)
      yield step.kind === 'entry' && isAnswer(step) ? { ...step, draft: { ...step.draft, usage } } : step
    this.held = []
    this.isClosed = false
    this.isNextOnItsWay = false
    this.usage = null
    this.answerId = null
  }
}

function isAnswer(step: Step): boolean {
  return step.kind === 'entry' && step.draft.role === 'ASSISTANT'
}

/** A prompt or a compaction begins something else; so does a run. */
function endsTurn(step: Step): boolean {
  return (
    step.kind === 'run' || (step.kind === 'entry' && (step.draft.role === 'USER' || step.draft.kind === 'COMPACTION'))
  )
}
