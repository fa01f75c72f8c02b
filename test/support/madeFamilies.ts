/** Sessions of programs whose forks name the session that they came from, made for the tests. */
import type { Json, JsonObject } from '../../src/domain/model.ts'
import type { Transcript } from './copiedSessions.ts'
import { linesOf } from './transcripts.ts'

const asFile = (name: string, value: Json): Transcript => ({ name, bytes: Buffer.from(JSON.stringify(value)) })
const asLines = (name: string, ...values: JsonObject[]): Transcript => ({ name, bytes: Buffer.from(linesOf(values)) })

/** A fork of OpenCode has messages with ids of its own, and the times of what they are copies of. */
function openCodeSession(
  id: string,
  created: number,
  prompts: readonly (readonly [string, number])[],
  more: JsonObject = {},
): Transcript {
  const messages = prompts.flatMap(([text, at], i) => {
    const [prompt, answer] = [`msg_${id}${i}a`, `msg_${id}${i}b`]
    const call = {
      type: 'tool',
      callID: `call${at}`,
      tool: 'read',
      state: { status: 'completed', input: { at }, output: `read ${at}`, time: { start: at, end: at } },
    }
    return [
      { info: { id: prompt, sessionID: id, role: 'user', time: { created: at } }, parts: [{ type: 'text', text }] },
      {
        info: {
          id: answer,
          sessionID: id,
          role: 'assistant',
          parentID: prompt,
          modelID: 'm',
          time: { created: at + 1 },
          tokens: { input: 5, output: 7, reasoning: 0, cache: { read: 0, write: 0 } },
        },
        parts: [{ type: 'text', text: `to ${text}` }, call],
      },
    ]
  })
  return asFile(`${id}.json`, {
    info: { id, title: id, directory: '/w', time: { created, updated: created }, ...more },
    messages,
  })
}
const second = 1_767_261_600_000
export const openCodeForks: readonly Transcript[] = [
  openCodeSession('ses_a', second, [
    ['one', second],
    ['two', second + 10],
    ['three', second + 20],
  ]),
  openCodeSession(
    'ses_b',
    second + 50,
    [
      ['one', second],
      ['two', second + 10],
      ['else', second + 60],
    ],
    { fork: { sessionID: 'ses_a' } },
  ),
]

const uuid = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`
export const qwenSession = (n: number): string => uuid(90 + n)

function qwenLine(
  id: number,
  parent: number | null,
  sessionId: string,
  text: string,
  more: JsonObject = {},
): JsonObject {
  const isUser = id % 2 === 1
  const counts = isUser ? {} : { model: 'q', usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 } }
  const message = { role: isUser ? 'user' : 'model', parts: [{ text }] }
  return {
    uuid: uuid(id),
    parentUuid: parent === null ? null : uuid(parent),
    sessionId,
    timestamp: `2026-07-01T10:00:${10 + id}Z`,
    type: isUser ? 'user' : 'assistant',
    cwd: '/w',
    version: '0.18',
    message,
    ...counts,
    ...more,
  }
}
const [source, branch, helper] = [qwenSession(1), qwenSession(2), qwenSession(3)] as [string, string, string]
const from = (id: number) => ({ forkedFrom: { sessionId: source, messageUuid: uuid(id) } })
export const qwenBranches: readonly Transcript[] = [
  asLines(
    `${source}.jsonl`,
    qwenLine(1, null, source, 'one'),
    qwenLine(2, 1, source, 'two'),
    qwenLine(3, 2, source, 'three'),
    qwenLine(4, 3, source, 'four'),
  ),
  asLines(
    `${branch}.jsonl`,
    qwenLine(1, null, branch, 'one', from(1)),
    qwenLine(2, 1, branch, 'two', from(2)),
    qwenLine(5, 2, branch, 'five'),
  ),
]
export const qwenAgents: readonly Transcript[] = [
  qwenBranches[0] as Transcript,
  asLines(
    `${helper}.jsonl`,
    {
      uuid: uuid(20),
      parentUuid: null,
      sessionId: helper,
      timestamp: '2026-07-01T11:00:00Z',
      type: 'system',
      subtype: 'parent_session',
      systemPayload: { parentSessionId: source },
    },
    qwenLine(21, 20, helper, 'look'),
  ),
]

type Chunk = readonly [role: string, text: string, parent?: string]
const prompt = (name: string, ...chunks: readonly Chunk[]): Transcript =>
  asFile(name, {
    runSettings: { model: 'models/g' },
    chunkedPrompt: {
      chunks: chunks.map(([role, text, promptId]) => ({
        role,
        text,
        tokenCount: 3,
        ...(promptId !== undefined && { branchParent: { promptId } }),
      })),
    },
  })
/** The second was branched from the first, and the third from the second. */
export const aiStudioBranches: readonly Transcript[] = [
  prompt('first', ['user', 'one'], ['model', 'two'], ['user', 'three'], ['model', 'four'], ['user', 'five']),
  prompt(
    'second',
    ['user', 'one'],
    ['model', 'two'],
    ['user', 'three', 'prompts/A'],
    ['model', 'another'],
    ['user', 'six'],
  ),
  prompt(
    'third',
    ['user', 'one'],
    ['model', 'two'],
    ['user', 'three', 'prompts/A'],
    ['model', 'another'],
    ['user', 'six', 'prompts/B'],
    ['model', 'seven'],
  ),
]
