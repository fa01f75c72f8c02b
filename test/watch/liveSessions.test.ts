import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { liveSessions } from '../../src/watch/liveSessions.ts'
import { homeFolder, machineAt, placeIn } from '../support/watched.ts'

const begun = (home: string) => liveSessions(machineAt(home))

it('a session of Claude Code is live while the process of its sign runs', async () => {
  const home = homeFolder()
  const sign = (pid: number, sessionId: string) =>
    writeFileSync(placeIn(home, '.claude/sessions', `${pid}.json`), JSON.stringify({ pid, sessionId, status: 'busy' }))
  sign(process.pid, 'open')
  // No process has a number that high.
  sign(2 ** 22 + 1, 'killed')
  writeFileSync(placeIn(home, '.claude/sessions/7.json'), '{"pid":')
  assert.equal(await begun(home).isLive('open'), true)
  assert.equal(await begun(home).isLive('killed'), false)
  rmSync(join(home, '.claude/sessions', `${process.pid}.json`))
  assert.equal(await begun(home).isLive('open'), false)
})

it('a thread of Codex is live while its lock is there', async () => {
  const home = homeFolder()
  const lock = placeIn(home, '.codex/thread-writer-locks/01a2.lock')
  writeFileSync(lock, '')
  assert.equal(await begun(home).isLive('01a2'), true)
  rmSync(lock)
  assert.equal(await begun(home).isLive('01a2'), false)
})

it('a session of an agent without signs is live for a minute after it was written', async () => {
  const home = homeFolder()
  const live = begun(home)
  live.stored(join(home, '.pi/agent/sessions/w/a.jsonl'), ['now'], Date.now())
  live.stored(join(home, '.pi/agent/sessions/w/b.jsonl'), ['before'], Date.now() - 61_000)
  assert.deepEqual(await Promise.all(['now', 'before', 'other'].map((id) => live.isLive(id))), [true, false, false])
})

it('where an agent leaves signs they alone count, for sub-agents those of their session', async () => {
  const home = homeFolder()
  mkdirSync(join(home, '.claude/sessions'), { recursive: true })
  const live = begun(home)
  const path = join(home, '.claude/projects/w/s.jsonl')
  live.stored(path, ['s', 's.agent-1', 'ended', 'ended.agent-1'], Date.now())
  writeFileSync(
    join(home, '.claude/sessions', `${process.pid}.json`),
    JSON.stringify({ pid: process.pid, sessionId: 's' }),
  )
  const ids = ['s', 's.agent-1', 'ended', 'ended.agent-1', 's.agent-2']
  assert.deepEqual(await Promise.all(ids.map((id) => live.isLive(id))), [true, true, false, false, false])
})
