import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { abortRun } from '../../../src/app/runs/abortRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { runQuery } from '../../../src/app/runs/runQueries.ts'
import { turnMessages } from '../../../src/app/read/messages.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

type Refused = { code: string; facts: Record<string, unknown> }

/**
 * Acts out a line of steps: `+a` claims run a, `.a` completes it, `-a` aborts it, `a1` stores a turn in run a, `1` one
 * without a run. Turns are named by their order and run: `1a`, `2`, …
 */
async function perform(on: TestStore, conversationId: string, line: string): Promise<string[]> {
  const turns: string[] = []
  for (const step of line.split(' ')) {
    const runId = step.slice(1)
    if (step.startsWith('+')) await claimRun(on.scope(), { conversationId, runId })
    else if (step.startsWith('.')) await completeRun(on.scope(), { conversationId, runId })
    else if (step.startsWith('-')) await abortRun(on.scope(), { conversationId, runId })
    else {
      const name = `${turns.length + 1}${step === '_' ? '' : step}`
      turns.push(name)
      await say(on.scope(), conversationId, name, name, { role: 'USER', ...(step === '_' ? {} : { runId: step }) })
    }
  }
  return turns
}

await onEveryStore('a fork at a run', (on) => {
  const scope = on.scope
  const forkAt = async (source: string, runId: string, newConversationId = `${source}@${runId}`) =>
    forkConversation(scope(), { source, at: { runId }, newConversationId })
  const turnsAt = async (source: string, runId: string) => {
    const { conversation } = await forkAt(source, runId)
    return turnsOf(scope(), conversation?.id ?? '')
  }

  it('C-11: is a pointer to the end of the run where the runs stand one after the other', async () => {
    await perform(on, 'line', '_ +a a a .a _ +b b .b _')
    const rows = await on.store().rowCounts()
    const forked = await forkAt('line', 'a')
    const after = await on.store().rowCounts()
    assert.deepEqual([after['observations'], after['runs']], [rows['observations'], rows['runs']])
    assert.deepEqual([forked.copied, forked.sharedLength, forked.warnings], [0, 3, []])
    assert.deepEqual(await turnsOf(scope(), 'line@a'), ['1', '2a', '3a'])
    assert.deepEqual(await turnsAt('line', 'b'), ['1', '2a', '3a', '4', '5b'])
  })

  it('holds what `context` gives at that run, as the turns that they are', async () => {
    await perform(on, 'seen', '_ +a a +b b a b .b .a _')
    await perform(on, 'early', '+a a +b .b')
    const rows = await on.store().rowCounts()
    const seenAt = async (id: string, runId: string) => {
      const entries = await context(scope(), id, { runId })
      return entries.map(({ text, position, observation, inherited }) => {
        assert.deepEqual([observation.conversationId, observation.copyOf, inherited], [id, null, false])
        return [position, text]
      })
    }
    assert.deepEqual(await seenAt('seen', 'b'), [
      [1, '1'],
      [2, '3b'],
      [3, '5b'],
    ])
    assert.deepEqual(await seenAt('seen', 'a'), [
      [1, '1'],
      [2, '2a'],
      [3, '3b'],
      [4, '4a'],
      [5, '5b'],
    ])
    assert.deepEqual(await seenAt('early', 'b'), [])
    assert.deepEqual(await on.store().rowCounts(), rows)
    await forkConversation(scope(), { source: 'seen', newConversationId: 'seen-fork' })
    const inherited = await context(scope(), 'seen-fork', { runId: 'b' })
    assert.deepEqual(
      inherited.map(({ text, inherited }) => [text, inherited]),
      [
        ['1', true],
        ['3b', true],
        ['5b', true],
      ],
    )
    await assert.rejects(context(scope(), 'early', { runId: 'a' }), { code: 'RUN_NOT_COMPLETED' })
  })

  it('carries by the order of completion, and copies only to leave turns out (CubePi, interleaved runs)', async () => {
    await perform(on, 'inter', '_ +a a +b b a b .b .a')
    const b = await forkAt('inter', 'b')
    assert.deepEqual(await turnsOf(scope(), 'inter@b'), ['1', '3b', '5b'])
    assert.deepEqual([b.copied, b.sharedLength], [2, 1])
    assert.deepEqual(
      b.warnings.map(({ code, details }) => [code, details]),
      [['CONTEXT_DIFFERS', { leftOut: 2, runIds: ['a'] }]],
    )
    const a = await forkAt('inter', 'a')
    assert.deepEqual(await turnsOf(scope(), 'inter@a'), ['1', '2a', '3b', '4a', '5b'])
    assert.equal(a.copied, 0)
    for (const id of ['inter', 'inter@a', 'inter@b']) assert.deepEqual((await integrity(scope(), id)).findings, [])
    assert.equal((await verifyPath(scope(), b.conversation?.headId ?? '')).status, 'VALID')
    assert.equal(b.pathHash, (await scope().reads.observation(b.conversation?.headId ?? ''))?.place?.pathHash)
  })

  it('leaves out a failed run on which a later one stands, and turns without a run after the last kept one', async () => {
    await perform(on, 'failed', '_ +a a _ -a +b b .b _ _')
    assert.deepEqual(await turnsAt('failed', 'b'), ['1', '3', '4b'])
    await assert.rejects(forkAt('failed', 'a', 'none'), (error: Refused) => {
      assert.deepEqual([error.code, error.facts['state']], ['RUN_NOT_COMPLETED', 'ABORTED'])
      return true
    })
  })

  it('makes copies that keep run, content and time, count as turns there and enter no snapshot', async () => {
    await perform(on, 'copy', '+a a +b b .b')
    const message = await scope().reads.message('copy:2b')
    const { conversation } = await forkAt('copy', 'b')
    const copy = await scope().reads.observation(conversation?.headId ?? '')
    const original = await scope().reads.observation(message?.latestId ?? '')
    assert.deepEqual(
      [copy?.copyOf, copy?.runId, copy?.observedAt, copy?.messageId, copy?.contentHash, copy?.place?.turn],
      [original?.id, 'b', original?.observedAt, 'copy:2b', original?.contentHash, 1],
    )
    assert.deepEqual(await scope().reads.message('copy:2b'), message)
    assert.deepEqual(
      (await turnMessages(scope(), 'copy@b', '2b')).map(({ id }) => id),
      ['copy:2b'],
    )
    assert.deepEqual(await turnMessages(scope(), 'copy@b', '1a'), [])
    const own = await say(scope(), 'copy@b', '2b', 'edited', { role: 'USER' })
    assert.deepEqual([own.message.supersedesId, own.observation.place?.depth, own.leftTranscript], ['copy:2b', 0, 1])
    assert.deepEqual((await integrity(scope(), 'copy@b')).findings, [])
    assert.deepEqual((await integrity(scope(), 'copy')).findings, [])
  })

  it('C-12: can be made again in a fork, at any run that it carries', async () => {
    await perform(on, 'again', '_ +x x .x +a a +b b +c c b .b a c .c .a')
    await forkAt('again', 'c', 'again2')
    assert.deepEqual(await turnsOf(scope(), 'again2'), ['1', '2x', '4b', '5c', '6b', '8c'])
    for (const [runId, turns] of [
      ['x', ['1', '2x']],
      ['b', ['1', '2x', '4b', '6b']],
      ['c', ['1', '2x', '4b', '5c', '6b', '8c']],
    ] as const)
      assert.deepEqual(await turnsAt('again2', runId), turns, runId)
    assert.equal(await runQuery(scope(), 'again2', 'a'), null)
    await assert.rejects(forkAt('again2', 'a', 'none'), { code: 'FORK_POINT_UNKNOWN' })
    await perform(on, 'again2', '+d d .d')
    assert.equal((await runQuery(scope(), 'again2', 'd'))?.completionSeq, 4)
    assert.deepEqual(await turnsAt('again2', 'd'), ['1', '2x', '4b', '5c', '6b', '8c', '1d'])
    assert.deepEqual((await integrity(scope(), 'again2@b')).findings, [])
  })

  it('at a RUN boundary is refused anywhere else, naming the runs nearest to the point', async () => {
    await perform(on, 'edge', '_ +a a a .a _ +b b .b +c c')
    const at = (turn: number) => forkConversation(scope(), { source: 'edge', at: { turn }, boundary: 'RUN' })
    assert.equal((await at(3)).sharedLength, 3)
    for (const [turn, before, after] of [
      [1, null, { runId: 'a' }],
      [2, null, { runId: 'a' }],
      [4, { runId: 'a' }, { runId: 'b' }],
      [6, { runId: 'b' }, null],
    ] as const)
      await assert.rejects(at(turn), (error: Refused) => {
        assert.equal(error.code, 'FORK_POINT_NOT_BOUNDARY')
        assert.deepEqual([error.facts['before'], error.facts['after']], [before, after])
        return true
      })
    for (const [runId, code] of [
      ['c', 'RUN_NOT_COMPLETED'],
      ['nobody', 'FORK_POINT_UNKNOWN'],
      ['', 'FORK_POINT_UNKNOWN'],
    ] as const) {
      await assert.rejects(forkConversation(scope(), { source: 'edge', at: { runId } }), { code })
      await assert.rejects(rewindConversation(scope(), { conversationId: 'edge', to: { runId } }), { code })
    }
    await forkConversation(scope(), { source: 'edge', newConversationId: 'edge-open' })
  })

  it('C-18: of a conversation without a run is refused, with nothing nearest', async () => {
    await perform(on, 'legacy', '_ _')
    await assert.rejects(forkConversation(scope(), { source: 'legacy', boundary: 'RUN' }), (error: Refused) => {
      assert.equal(error.code, 'FORK_POINT_NOT_BOUNDARY')
      assert.deepEqual([error.facts['before'], error.facts['after']], [null, null])
      return true
    })
  })

  it('before a run ends where that began, completed or not; a rewind does so too', async () => {
    await perform(on, 'start', '_ +a a .a _ +b b')
    const before = async (runId: string) => {
      const { conversation } = await forkConversation(scope(), { source: 'start', before: { runId } })
      return turnsOf(scope(), conversation?.id ?? '')
    }
    assert.deepEqual(await before('a'), ['1'])
    assert.deepEqual(await before('b'), ['1', '2a', '3'])
    await rewindConversation(scope(), { conversationId: 'start', before: { runId: 'b' } })
    assert.deepEqual(await turnsOf(scope(), 'start'), ['1', '2a', '3'])
    await completeRun(scope(), { conversationId: 'start', runId: 'b' })
    await rewindConversation(scope(), { conversationId: 'start', to: { runId: 'a' } })
    assert.deepEqual(await turnsOf(scope(), 'start'), ['1', '2a'])
    await rewindConversation(scope(), { conversationId: 'start', before: { runId: 'a' } })
    assert.deepEqual(await turnsOf(scope(), 'start'), ['1'])
  })

  it('with a dry run tells the same and writes nothing; a key replays it', async () => {
    await perform(on, 'dry', '+a a +b b .b')
    const rows = await on.store().rowCounts()
    const input = { source: 'dry', at: { runId: 'b' }, idempotencyKey: 'dry-at-run' }
    const dry = await forkConversation(scope(), { ...input, dryRun: true })
    assert.deepEqual(await on.store().rowCounts(), rows)
    const made = await forkConversation(scope(), input)
    const again = await forkConversation(scope(), input)
    for (const told of [dry, again])
      assert.deepEqual(
        [told.copied, told.sharedLength, told.pathHash, told.warnings],
        [made.copied, made.sharedLength, made.pathHash, made.warnings],
      )
    assert.deepEqual([again.replayed, again.conversation?.id], [true, made.conversation?.id])
  })

  it('knows no run whose end a rewind has left, also where its turns are copied', async () => {
    await perform(on, 'left', '_ +a +b +c c a a .a')
    await rewindConversation(scope(), { conversationId: 'left', to: { turn: 3 } })
    await say(scope(), 'left', '5b', '5b', { role: 'USER', runId: 'b' })
    await completeRun(scope(), { conversationId: 'left', runId: 'b' })
    assert.deepEqual(await turnsAt('left', 'a'), ['1', '3a', '4a'])
    assert.deepEqual(await turnsAt('left', 'b'), ['1', '3a', '5b'])
    const fork = 'left@b'
    assert.equal(await runQuery(scope(), fork, 'a'), null)
    await assert.rejects(forkAt(fork, 'a'), ({ code }: Refused) => code === 'FORK_POINT_UNKNOWN')
    // What was copied stays where a later run of the fork is forked at.
    await perform(on, fork, '+d d .d')
    assert.deepEqual(await turnsAt(fork, 'd'), ['1', '3a', '5b', '1d'])
    assert.deepEqual((await integrity(scope(), fork)).findings, [])
  })

  it('never parts a call from its result', async () => {
    await claimRun(scope(), { conversationId: 'part', runId: 'a' })
    await claimRun(scope(), { conversationId: 'part', runId: 'b' })
    await tools(scope(), 'part', 'a1', ['k'], { runId: 'a' })
    await say(scope(), 'part', 'u1', 'x', { runId: 'b' })
    await tools(scope(), 'part', 't1', ['k'])
    await say(scope(), 'part', 'u2', 'x', { runId: 'b' })
    await completeRun(scope(), { conversationId: 'part', runId: 'b' })
    const rows = await on.store().rowCounts()
    await assert.rejects(forkAt('part', 'b'), (error: Refused) => {
      assert.deepEqual([error.code, error.facts['callIds']], ['TOOL_PAIR_BROKEN', ['k']])
      return true
    })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('is what the rule says of any order of claims, turns, completions, aborts and rewinds', async () => {
    let made = 0
    const step = fc.record({
      do: fc.constantFrom('claim', 'turn', 'turn', 'turn', 'plain', 'complete', 'complete', 'abort', 'back'),
      which: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
        const id = `any${made++}`
        const wanted = await actOut(on, id, steps)
        const forks: string[] = []
        for (const [runId, turns] of wanted) {
          const fork = `${id}@${runId}`
          forks.push(fork)
          await forkAt(id, runId, fork)
          assert.deepEqual(await turnsOf(scope(), fork), turns, `${runId} of ${JSON.stringify(steps)}`)
          assert.deepEqual((await integrity(scope(), fork)).findings, [])
        }
        const last = forks.at(-1)
        if (!last) return
        for (const [runId, turns] of wanted) {
          if ((await runQuery(scope(), last, runId)) === null) continue
          const { conversation } = await forkConversation(scope(), { source: last, at: { runId } })
          assert.deepEqual(
            await turnsOf(scope(), conversation?.id ?? ''),
            turns,
            `${runId} again of ${JSON.stringify(steps)}`,
          )
        }
      }),
      { numRuns: on.name.includes('SQLite') ? wholeOr(60, 15) : 8 },
    )
  })
})

interface Step {
  readonly do: string
  readonly which: number
}

/** Acts steps out beside a plain list of turns; returns what a fork at each completed run must hold. */
async function actOut(on: TestStore, id: string, steps: readonly Step[]): Promise<Map<string, string[]>> {
  let path: { name: string; run: string | null }[] = []
  const open = new Map<string, number>()
  const done = new Set<string>()
  const wanted = new Map<string, string[]>()
  let count = 0
  const store = async (run: string | null) => {
    const name = `${++count}${run ?? ''}`
    await say(on.scope(), id, name, name, { role: 'USER', ...(run === null ? {} : { runId: run }) })
    path.push({ name, run })
  }
  await store(null)
  for (const { do: what, which } of steps) {
    const run = [...open.keys()][which % Math.max(1, open.size)]
    if (what === 'claim' && open.size < 3) {
      const runId = `r${++count}`
      await claimRun(on.scope(), { conversationId: id, runId })
      open.set(runId, path.length)
    } else if (what === 'plain') await store(null)
    else if (run === undefined) continue
    else if (what === 'turn') await store(run)
    else if (what === 'complete') {
      await completeRun(on.scope(), { conversationId: id, runId: run })
      done.add(run)
      wanted.set(run, keptBy(path, done, run, open.get(run) ?? 0))
      open.delete(run)
    } else if (what === 'abort') {
      const start = open.get(run) ?? 0
      open.delete(run)
      await abortRun(on.scope(), { conversationId: id, runId: run })
      const alone = path.slice(start).every((turn) => turn.run === run)
      if (alone && [...open.values()].every((other) => other <= start)) path = path.slice(0, start)
    } else if (what === 'back') {
      const to = Math.max(1, ...open.values(), path.length - which)
      if (to >= path.length) continue
      await rewindConversation(on.scope(), { conversationId: id, to: { turn: to } })
      path = path.slice(0, to)
    }
  }
  return wanted
}

/** The rule in plain words: turns of completed runs, and those without a run up to the last of them. */
function keptBy(
  path: readonly { name: string; run: string | null }[],
  done: ReadonlySet<string>,
  run: string,
  start: number,
): string[] {
  const isKept = (turn: { run: string | null }) => turn.run === null || done.has(turn.run)
  const last = path.findLastIndex((turn) => turn.run !== null && done.has(turn.run))
  // A run without a turn ends where it began.
  const began = path.some((turn) => turn.run === run) ? -1 : path.slice(0, start).findLastIndex(isKept)
  return path
    .slice(0, Math.max(last, began) + 1)
    .filter(isKept)
    .map(({ name }) => name)
}
