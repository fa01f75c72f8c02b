import type { KeyRecord, Tenant, UsageInput } from '../../domain/model.ts'
import {
  isUnderWay,
  type AnswerEnd,
  type AnswerPiece,
  type AnswerRecord,
  type AnswerState,
} from '../../domain/records/modelAnswer.ts'
import type { Answer } from './answer.ts'

/** How much of an answer is taken, in UTF-16 units, and how long its pieces are kept once it ended. */
const mostText = 1024 * 1024
const keptMs = 600_000

/** What is known of an answer when it is asked for. */
export type AnswerRequest = Pick<Answer, 'id' | 'conversationId' | 'runId'> & { readonly record: AnswerRecord }

/** An answer that this process asks for: its pieces so far, and who waits for more. */
export class LiveAnswer {
  readonly request: AnswerRequest
  readonly tenant: Tenant
  text = ''
  thinking = ''
  usage: UsageInput | null = null
  /** Whether it is to end with what came. */
  isStopped = false
  /** Whether who asked may do so no more. */
  isRevoked = false
  /** What its end is bound to. */
  key: KeyRecord | null = null
  private record: AnswerRecord
  private readonly controller = new AbortController()
  private readonly waiting = new Set<() => void>()

  constructor(tenant: Tenant, request: AnswerRequest) {
    this.tenant = tenant
    this.request = request
    this.record = request.record
  }

  get state(): AnswerState {
    return this.record.state
  }

  get isOver(): boolean {
    return !isUnderWay(this.record.state)
  }

  /** Ends with the answer's being stopped. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Returns the answer as it is now. */
  now(): Answer {
    const { id, conversationId, runId } = this.request
    return { ...this.record, id, conversationId, runId, text: this.text, usage: this.usage }
  }

  /** Adds a piece; an answer that is too long is stopped where it is. */
  take({ kind, text }: AnswerPiece): void {
    if (this.state === 'ASKED') this.record = { ...this.record, state: 'ANSWERING' }
    const isFull = kind === 'text' && this.text.length + text.length >= mostText
    if (kind === 'thinking') this.thinking = whole(this.thinking + text, mostText)
    else this.text = whole(this.text + text, mostText)
    this.tell()
    if (isFull) this.stop()
  }

  /** Ends the asking: what came is kept, in the write that binds the key of who stops it. */
  stop(key: KeyRecord | null = null): void {
    this.isStopped = true
    this.key ??= key
    this.controller.abort(new Error('The answer was stopped.'))
  }

  /** Ends the asking of who may do so no more: nothing that came is kept. */
  revoke(): void {
    this.isRevoked = true
    this.controller.abort(new Error('Who asked may do so no more.'))
  }

  /** Says how it ended. */
  end(end: AnswerEnd, endedAt: AnswerRecord['endedAt']): void {
    this.record = { ...this.record, ...end, endedAt }
    this.tell()
  }

  /** Resolves with the next change, or at once where the caller leaves. */
  changed(leaving: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake)
        leaving.removeEventListener('abort', wake)
        resolve()
      }
      this.waiting.add(wake)
      leaving.addEventListener('abort', wake)
      if (leaving.aborted || this.isOver) wake()
    })
  }

  private tell(): void {
    for (const wake of [...this.waiting]) wake()
  }
}

/** The answers that models are asked for by this process. */
export interface LiveAnswers {
  /** Begins an answer: `work` makes it, says how it ended, and throws nothing. */
  begin(tenant: Tenant, request: AnswerRequest, work: (live: LiveAnswer) => Promise<void>): LiveAnswer
  /** Returns an answer of this process, also for ten minutes after its end; null: it has none of that id. */
  of(tenant: Tenant, id: string): LiveAnswer | null
  /** Resolves when an answer is stored, or given up. */
  settled(tenant: Tenant, id: string): Promise<void>
  /** Stops all answers, and waits until what came of them is stored. */
  close(): Promise<void>
}

/** Returns the answers of a process that has asked for none yet. */
export function createLiveAnswers(): LiveAnswers {
  const live = new Map<string, { readonly answer: LiveAnswer; readonly done: Promise<void> }>()
  return {
    begin(tenant, request, work) {
      const answer = new LiveAnswer(tenant, request)
      const key = keyOf(tenant, request.id)
      const done = work(answer).finally(() => setTimeout(() => live.delete(key), keptMs).unref())
      live.set(key, { answer, done })
      return answer
    },
    of: (tenant, id) => live.get(keyOf(tenant, id))?.answer ?? null,
    settled: async (tenant, id) => live.get(keyOf(tenant, id))?.done,
    async close() {
      const under = [...live.values()].filter(({ answer }) => !answer.isOver)
      for (const { answer } of under) answer.stop()
      await Promise.all(under.map(({ done }) => done))
    },
  }
}

const keyOf = (tenant: Tenant, id: string) => `${tenant}\n${id}`

/** Returns a text cut to a length, between two characters. */
function whole(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
