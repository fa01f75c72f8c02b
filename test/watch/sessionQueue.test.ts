import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sessionQueue } from '../../src/watch/sessionQueue.ts'

const all = (queue: ReturnType<typeof sessionQueue>) => {
  const paths: string[] = []
  for (let next = queue.nextFound(); next !== null; next = queue.nextFound()) paths.push(next)
  return paths
}

it('what a scan has found comes newest first, sub-agents behind their session', () => {
  const queue = sessionQueue()
  queue.add([
    { path: '/p/old.jsonl', modifiedMs: 1 },
    { path: '/p/s/subagents/agent-b.jsonl', modifiedMs: 9 },
    { path: '/p/s/subagents/agent-a.jsonl', modifiedMs: 2 },
    { path: '/p/new.jsonl', modifiedMs: 5 },
    { path: '/p/s.jsonl', modifiedMs: 3 },
  ])
  assert.equal(queue.foundCount, 5)
  assert.deepEqual(all(queue), [
    ...['/p/s.jsonl', '/p/s/subagents/agent-a.jsonl', '/p/s/subagents/agent-b.jsonl'],
    ...['/p/new.jsonl', '/p/old.jsonl'],
  ])
})

it('copies come after all others, the oldest first', () => {
  const queue = sessionQueue()
  queue.add([{ path: 'a', modifiedMs: 1 }])
  queue.putOff('later', '2026-01-02')
  queue.putOff('first', '2026-01-01')
  assert.equal(queue.haveSources, true)
  assert.deepEqual(all(queue), ['a', 'first', 'later'])
  assert.equal(queue.haveSources, false)
})

it('what waits is not there twice where a scan finds it again', () => {
  const queue = sessionQueue()
  const session = (path: string) => ({ path, modifiedMs: 1 })
  queue.add([session('a'), session('b')])
  queue.putOff('copy', '2026-01-01')
  queue.add([session('a'), session('b'), session('c'), session('copy')])
  assert.equal(queue.foundCount, 4)
  assert.deepEqual(all(queue).sort(), ['a', 'b', 'c', 'copy'])
})

it('what was written is taken at its moment, once it is free', () => {
  const queue = sessionQueue()
  queue.addWritten('a', 10)
  queue.addWritten('a', 50)
  queue.addWritten('b', 20)
  assert.equal(
    queue.nextMoment(() => true),
    10,
  )
  // What is being imported is waited for by its end, not by the clock.
  assert.equal(
    queue.nextMoment((path) => path !== 'a'),
    20,
  )
  assert.equal(
    queue.nextWritten(9, () => true),
    null,
  )
  assert.equal(
    queue.nextWritten(30, (path) => path !== 'a'),
    'b',
  )
  assert.equal(
    queue.nextWritten(30, () => true),
    'a',
  )
  assert.equal(
    queue.nextMoment(() => true),
    null,
  )
})
