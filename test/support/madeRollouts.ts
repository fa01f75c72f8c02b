/** Rollouts of Codex made for the tests: a session, a fork that names its past there, and a fork of that fork. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '../../src/domain/model.ts'
import type { Transcript } from './copiedSessions.ts'
import { linesOf } from './transcripts.ts'

const threadOf = (n: number): string => `019b0000-0000-7000-8000-00000000000${n}`
/** The ids of the session, of its fork, and of the fork's fork. */
export const [rolloutSource, rolloutFork, rolloutForkOfFork] = [threadOf(1), threadOf(2), threadOf(3)] as const

interface Exchange {
  readonly prompt: string
  readonly answer: string
  /** Commands that are run before the answer, all in one response. */
  readonly commands?: readonly string[]
}

type Payload = JsonObject & { readonly type: string }

/** Lines of one thread, numbered on from `from`, each a second behind the one before. */
function numbered(from: number) {
  const lines: JsonObject[] = []
  const add = (type: string, payload: JsonObject): void => {
    const ordinal = from + lines.length
    lines.push({ timestamp: new Date(Date.UTC(2026, 0, 2) + ordinal * 1000).toISOString(), ordinal, type, payload })
  }
  const event = (payload: Payload): void => add('event_msg', payload)
  const item = (payload: Payload): void => add('response_item', payload)
  return { lines, add, event, item, next: () => from + lines.length }
}
type Numbered = ReturnType<typeof numbered>

/** Writes a prompt, the calls that are made for it, and its answer, as Codex does. */
function exchange(to: Numbered, thread: string, { prompt, answer, commands = [] }: Exchange): void {
  const turn = `turn-${thread.at(-1)}-${to.next()}`
  const completed = (item: JsonObject): void =>
    to.event({ type: 'item_completed', thread_id: thread, turn_id: turn, item })
  const counted = (): void => {
    const usage = {
      input_tokens: 200,
      cached_input_tokens: 50,
      output_tokens: 30,
      reasoning_output_tokens: 5,
      total_tokens: 230,
    }
    to.add('token_usage_record', { thread_id: thread, turn_id: turn, response_id: `${turn}-${to.next()}`, usage })
    to.event({ type: 'token_count', info: { last_token_usage: usage, model_context_window: 258_400 } })
  }
  to.event({ type: 'task_started', turn_id: turn })
  to.add('turn_context', { turn_id: turn, cwd: '/home/me/work', model: 'gpt-made' })
  to.item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] })
  completed({ type: 'UserMessage', id: `${turn}-prompt`, content: [{ type: 'text', text: prompt }] })
  if (commands.length > 0) {
    to.item({
      type: 'reasoning',
      id: `${turn}-thought`,
      summary: [{ type: 'summary_text', text: 'Let me see.' }],
      content: null,
      encrypted_content: 'bWFkZQ==',
    })
    for (const [i, cmd] of commands.entries())
      to.item({
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd }),
        call_id: `${turn}-${i}`,
      })
    for (const [i, cmd] of commands.entries())
      to.item({ type: 'function_call_output', call_id: `${turn}-${i}`, output: `Output of ${cmd}` })
    counted()
  }
  completed({ type: 'AgentMessage', id: `${turn}-answer`, content: [{ type: 'Text', text: answer }] })
  to.item({ type: 'message', id: `${turn}-said`, role: 'assistant', content: [{ type: 'output_text', text: answer }] })
  counted()
  to.event({ type: 'task_complete', turn_id: turn, last_agent_message: answer })
}

/** Returns a rollout; `past` is so much of another one that it goes on from. */
function rollout(id: string, exchanges: readonly Exchange[], past?: Past): Transcript {
  const to = numbered(past?.end ?? 0)
  const base = past && {
    forked_from_id: past.thread,
    forked_from_ordinal_exclusive: past.end,
    history_base: { thread_id: past.thread, end_ordinal_exclusive: past.end, end_byte_offset: past.bytes },
  }
  to.add('session_meta', {
    ...{
      session_id: id,
      id,
      timestamp: '2026-01-02T00:00:00.000Z',
      cwd: '/home/me/work',
      originator: 'codex_exec',
      cli_version: '0.169.0',
      source: 'exec',
      model_provider: 'made',
      history_mode: 'paginated',
    },
    ...base,
  })
  for (const one of exchanges) exchange(to, id, one)
  return { name: `rollout-2026-01-02T00-00-00-${id}.jsonl`, bytes: Buffer.from(linesOf(to.lines)) }
}

interface Past {
  readonly thread: string
  /** The number of the first line that is not part of it, and the bytes before that line. */
  readonly end: number
  readonly bytes: number
}

/** Returns so many lines of a rollout as the past of a fork. */
function pastOf(thread: string, { bytes }: Transcript, end: number, lines = end): Past {
  const kept = bytes.toString().split('\n').slice(0, lines)
  return { thread, end, bytes: Buffer.byteLength(kept.join('\n')) + 1 }
}

/** The line of the source that says its second answer, at which the fork begins. */
export const rolloutAnswer = 23
/** How many lines of the source are the past of the fork: to the end of that answer. */
export const rolloutForkEnd = 26
const source = rollout(rolloutSource, [
  { prompt: 'Read the notes.', commands: ['cat notes.txt', 'ls'], answer: 'They name one word.' },
  { prompt: 'Change the word.', answer: 'It is changed.' },
  { prompt: 'One more in the first.', answer: 'Yes.' },
])
const fork = rollout(
  rolloutFork,
  [{ prompt: 'Try another way.', answer: 'In a fork.' }],
  pastOf(rolloutSource, source, rolloutForkEnd),
)
const forkLines = fork.bytes.toString().trimEnd().split('\n').length
const forkOfFork = rollout(
  rolloutForkOfFork,
  [{ prompt: 'A fork of the fork.', answer: 'Deeper.' }],
  pastOf(rolloutFork, fork, rolloutForkEnd + forkLines, forkLines),
)

/** The three rollouts, sources first. */
export const madeRollouts: readonly Transcript[] = [source, fork, forkOfFork]

/** Writes them into a folder of sessions of Codex, below the day of their names; returns their paths, sources first. */
export function putRollouts(sessions: string): string[] {
  return madeRollouts.map(({ name, bytes }) => {
    const path = join(sessions, '2026/01/02', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return path
  })
}
