import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { once } from 'node:events'
import { textOf } from './seed.ts'

/** Bytes of text by the kind of a line: with what stands around it about the medians of real transcripts. */
const sizes = { user: 300, assistant: 500, tool: 900 }
const linesAtOnce = 500

/**
 * Writes a Claude Code session of so many messages: a prompt, then calls and their results in turns, each line the
 * child of the one before, 20 lines to a prompt.
 */
export async function writeTranscript(path: string, messages: number): Promise<void> {
  const file = createWriteStream(path)
  const session = randomUUID()
  let parent: string | null = null
  for (let begin = 0; begin < messages; begin += linesAtOnce) {
    let text = ''
    for (let n = begin; n < Math.min(messages, begin + linesAtOnce); n++) {
      const uuid: string = randomUUID()
      text += `${JSON.stringify({ ...lineOf(n, session), parentUuid: parent, uuid })}\n`
      parent = uuid
    }
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

function lineOf(n: number, sessionId: string): object {
  const around = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/someone/project',
    sessionId,
    version: '2.0.14',
    gitBranch: 'main',
    timestamp: new Date(1_760_000_000_000 + n * 1_000).toISOString(),
  }
  // No two sessions have answers or calls in common.
  const id = `${sessionId.slice(0, 13)}_${n}`
  const place = n % 20
  if (place === 0) return { ...around, type: 'user', message: { role: 'user', content: textOf(n, sizes.user) } }
  return place % 2 === 1
    ? { ...around, ...assistant(n, id, place === 19) }
    : { ...around, ...toolResult(n, `${sessionId.slice(0, 13)}_${n - 1}`) }
}

function assistant(n: number, id: string, isLast: boolean): object {
  const text = { type: 'text', text: textOf(n, sizes.assistant) }
  const call = {
    type: 'tool_use',
    id: `toolu_${id}`,
    name: 'Read',
    input: { file_path: `/home/someone/project/${n}.ts` },
  }
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 3526,
    cache_read_input_tokens: 11040,
    output_tokens: 80,
  }
  const model = 'claude-sonnet-4-5-20250929'
  const content = isLast ? [text] : [text, call]
  const message = { model, id: `msg_${id}`, type: 'message', role: 'assistant', content, stop_reason: null, usage }
  return { type: 'assistant', message, requestId: `req_${id}` }
}

function toolResult(n: number, callId: string): object {
  const result = { type: 'tool_result', tool_use_id: `toolu_${callId}`, content: textOf(n, sizes.tool) }
  return { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: { type: 'text', lines: n } }
}
