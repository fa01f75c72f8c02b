import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { abortRun } from '../../../src/app/runs/abortRun.ts'
import { answerRun } from '../../../src/app/runs/answerRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { suspendRun } from '../../../src/app/runs/suspendRun.ts'
import type { RunState } from '../../../src/domain/records/run.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

interface PlainRun {
  state: RunState
  readonly exclusive: boolean
  /** How long the path was when it was claimed. */
  readonly start: number
  seq: number | null
  pending: string | null
  answers: string[]
}

/** The runs of one conversation by the words of design §5 and nothing clever. Commands answer a code, or null. */
class PlainRuns {
  readonly runs = new Map<string, PlainRun>()
  path: (string | null)[] = []
  completed = 0

  private open(id: string): PlainRun | null {
    const run = this.runs.get(id)
    return run && (run.state === 'CLAIMED' || run.state === 'SUSPENDED') ? run : null
  }

  private notOpen(id: string): string {
    return this.runs.get(id)?.state === 'COMPLETED' ? 'RUN_ALREADY_COMPLETED' : 'RUN_NOT_CLAIMED'
  }

  private allOpen(): string[] {
    return [...this.runs.keys()].filter((id) => this.open(id))
  }

  claim(id: string, exclusive: boolean, abortActive: boolean): string | null {
    const known = this.runs.get(id)
    if (known) return known.state === 'COMPLETED' ? 'RUN_ALREADY_COMPLETED' : 'RUN_ALREADY_CLAIMED'
    const open = this.allOpen()
    if (abortActive) for (const other of open.reverse()) this.abort(other)
    else if (open.length > 0 && (exclusive || open.some((other) => this.runs.get(other)?.exclusive)))
      return 'CONFLICT_ACTIVE_RUN'
    const start = this.path.length
    this.runs.set(id, { state: 'CLAIMED', exclusive, start, seq: null, pending: null, answers: [] })
    return null
  }

  complete(id: string): string | null {
    const run = this.open(id)
    if (!run) return this.runs.get(id)?.state === 'COMPLETED' ? null : 'RUN_NOT_CLAIMED'
    if (run.pending !== null) return 'BAD_INPUT'
    Object.assign(run, { state: 'COMPLETED', seq: ++this.completed })
    return null
  }

  abort(id: string): string | null {
    const run = this.open(id)
    if (!run) return this.runs.get(id)?.state === 'ABORTED' ? null : this.notOpen(id)
    Object.assign(run, { state: 'ABORTED', pending: null })
    const others = this.allOpen().map((other) => this.runs.get(other)?.start ?? 0)
    if (this.path.slice(run.start).every((of) => of === id) && others.every((start) => start <= run.start))
      this.path = this.path.slice(0, run.start)
    return null
  }

  suspend(id: string, question: string): string | null {
    const run = this.open(id)
    if (!run) return this.notOpen(id)
    if (run.pending !== null) return run.pending === question ? null : 'BAD_INPUT'
    if (run.answers.includes(question)) return 'BAD_INPUT'
    Object.assign(run, { state: 'SUSPENDED', pending: question })
    return null
  }

  answer(id: string | null, question: string | null): string | null {
    const waiting = [...this.runs].filter(
      ([, run]) => run.pending !== null && (question ?? run.pending) === run.pending,
    )
    if (id === null && waiting.length !== 1) return 'BAD_INPUT'
    const run = id === null ? waiting[0]?.[1] : this.runs.get(id)
    if (!run) return 'RUN_NOT_CLAIMED'
    if (run.pending === null || (question !== null && question !== run.pending)) return 'BAD_INPUT'
    Object.assign(run, { state: 'CLAIMED', pending: null, answers: [...run.answers, run.pending] })
    return null
  }

  store(id: string | null): string | null {
    if (id !== null && !this.open(id)) return this.notOpen(id)
    this.path.push(id)
    return null
  }
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const question = fc.constantFrom('p', 'q')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('store' as const), id: fc.option(id, { freq: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      id,
      exclusive: fc.boolean(),
      abortActive: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('complete' as const, 'abort' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('suspend' as const), id, question }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('answer' as const), id: fc.option(id), question: fc.option(question) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function expected(plain: PlainRuns, one: Step): string | null {
  if (one.do === 'store') return plain.store(one.id)
  if (one.do === 'claim') return plain.claim(one.id, one.exclusive, one.abortActive)
  if (one.do === 'suspend') return plain.suspend(one.id, one.question)
  if (one.do === 'answer') return plain.answer(one.id, one.question)
  return plain[one.do](one.id)
}

async function found(on: TestStore, conversationId: string, one: Step, process: number): Promise<string | null> {
  const scope = on.scope({ process })
  const named = { conversationId, runId: one.id }
  const command = async (): Promise<unknown> => {
    if (one.do === 'store') return say(scope, conversationId, scope.fresh.id(), 'x', { role: 'USER', runId: one.id })
    const runId = one.id ?? ''
    if (one.do === 'claim') return claimRun(scope, { ...named, exclusive: one.exclusive, abortActive: one.abortActive })
    if (one.do === 'suspend') return suspendRun(scope, { ...named, runId, request: 'May I?', questionId: one.question })
    if (one.do === 'answer') return answerRun(scope, { ...named, questionId: one.question, answer: 'yes' })
    return (one.do === 'complete' ? completeRun : abortRun)(scope, { ...named, runId })
  }
  return command().then(
    () => null,
    (thrown: unknown) => (thrown as { code: string }).code,
  )
}

await onEveryStore('the life of runs', (on) => {
  it('is that of the plain model, after any commands of two processes', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const name = `life${made++}`
        const plain = new PlainRuns()
        await say(on.scope(), name, 'u0')
        plain.path.push(null)
        for (const [i, one] of steps.entries())
          assert.equal(await found(on, name, one, i % 2), expected(plain, one), `step ${i} of ${JSON.stringify(steps)}`)
        const runs = (await listPage(on.scope(), 'runsOfConversation', name, {})).items.map(({ item }) => item)
        const shown = new Map(
          runs.map(({ runId, state, completionSeq, pending, answers }) => [
            runId,
            [state, completionSeq, pending?.questionId ?? null, answers.map((one) => one.questionId)],
          ]),
        )
        const wanted = new Map([...plain.runs].map(([runId, r]) => [runId, [r.state, r.seq, r.pending, r.answers]]))
        assert.deepEqual(shown, wanted)
        const conversation = await on.scope().reads.conversation(name)
        assert.equal(conversation?.turnCount, plain.path.length)
        assert.deepEqual(
          conversation.runs.open.map(({ runId, suspended }) => [runId, suspended]),
          [...plain.runs].flatMap(([runId, { state }]) =>
            state === 'CLAIMED' || state === 'SUSPENDED' ? [[runId, state === 'SUSPENDED']] : [],
          ),
        )
      }),
      { numRuns: on.name.includes('SQLite') ? wholeOr(60, 15) : 8 },
    )
  })
})
