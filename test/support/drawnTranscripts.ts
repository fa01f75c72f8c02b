/** Transcripts of the formats of which no real file is here, or only a long one, made up by rule: for tests that break files. */
import type { Json, JsonObject } from '../../src/domain/model.ts'

const turns = Array.from({ length: 24 }, (_, k) => k)
const texts = [
  'hello',
  'a <b> & c',
  'lone \ud800 half',
  'two\nlines',
  'né à Ω 😀',
  '\u2028 \u0000 "quoted"',
  ' ',
  '```\ncode\n```',
]
const textOf = (k: number) => `${texts[k % texts.length] ?? ''} ${k}`
const timeOf = (k: number) =>
  `2026-06-12T10:${String(k % 60).padStart(2, '0')}:01.${'123456789'.slice(0, 1 + (k % 9))}Z`
const roleOf = (k: number) => (k % 2 === 0 ? 'user' : 'assistant')

/** Of four turns two are a call and its result. */
function anthropicTurn(k: number): JsonObject {
  const role = roleOf(k)
  const text = { type: 'text', text: textOf(k) }
  if (k % 4 === 1)
    return {
      role,
      content: [
        { type: 'thinking', thinking: textOf(k), signature: `s${k}` },
        text,
        { type: 'tool_use', id: `call_${k}`, name: 'look', input: { at: k } },
      ],
    }
  if (k % 4 === 2)
    return {
      role,
      content: [{ type: 'tool_result', tool_use_id: `call_${k - 1}`, content: [text], is_error: k % 8 === 2 }, text],
    }
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  return { role, content: k % 8 === 4 ? [picture, text] : textOf(k) }
}

/** Of some turns a sub-agent is the speaker, whom a call before them started. */
function streamed(k: number): JsonObject {
  const message = { id: `m${k}`, model: 'm', usage: { input_tokens: k, output_tokens: 1 }, ...anthropicTurn(k) }
  return { type: roleOf(k), session_id: 's', uuid: `u${k}`, parent_tool_use_id: k % 12 > 9 ? 'call_9' : null, message }
}

/** A request of a chat of Copilot, answered in two rounds where it calls something. */
function copilotRequest(k: number): JsonObject {
  const call = { id: `call_${k}__vscode-1`, name: 'look', arguments: JSON.stringify({ at: k }) }
  const rounds = [
    { id: `r${k}`, response: textOf(k), toolCalls: [call] },
    { id: `s${k}`, response: 'so', toolCalls: [] },
  ]
  const metadata = { toolCallRounds: rounds, toolCallResults: { [call.id]: { content: [{ value: textOf(k) }] } } }
  return {
    requestId: `q${k}`,
    responseId: `a${k}`,
    timestamp: 1_750_000_000_000 + k,
    modelId: 'm',
    message: { text: textOf(k), parts: [] },
    response: [{ value: textOf(k) }],
    ...(k % 2 === 1 && { result: { metadata } }),
    ...(k % 5 === 4 && { isHidden: true }),
  }
}
const copilotChat = (upTo: number) => ({
  version: 3,
  sessionId: 'chat',
  responderUsername: 'GitHub Copilot',
  customTitle: 'T',
  requests: turns.slice(0, upTo).map(copilotRequest),
})

const plainTurn = (k: number): JsonObject => ({
  role: k % 7 === 6 ? 'system' : roleOf(k),
  content: textOf(k),
  ...(k % 3 === 0 && { timestamp: k % 2 === 0 ? timeOf(k) : 1_750_000_000 + k }),
  ...(k % 5 === 0 && { extra: { of: [k, null, 1.5] } }),
})

const neoTurn = (k: number): JsonObject => ({
  role: k % 11 === 10 ? 'oracle' : roleOf(k),
  text: textOf(k),
  ...(k % 2 === 0 && { intent_id: `intent ${k}` }),
  ts: timeOf(k),
})

const lines = (values: readonly Json[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const neo = { conversation_id: 'neo', title: textOf(4), turns: turns.map(neoTurn), updated: timeOf(59) }

/** A chat of SillyTavern: every third message has swipes, some are hidden from the model. */
const tavernTurn = (k: number): JsonObject => ({
  ...{ name: k % 2 === 0 ? 'Me' : 'Ada', is_user: k % 2 === 0, is_system: k % 9 === 8, mes: textOf(k) },
  send_date: k % 4 === 0 ? 'June 9, 2023 4:13pm' : k % 4 === 1 ? 1_750_000_000_000 + k : timeOf(k),
  ...(k % 3 === 0 && {
    swipe_id: k % 2,
    swipes: [textOf(k), textOf(k + 1), ''],
    swipe_info: [{ send_date: timeOf(k), extra: { reasoning: textOf(k) } }, {}],
  }),
  extra:
    k % 5 === 0
      ? { model: 'm', image: 'a/b.png', files: [{ url: 'x', name: 'n' }], type: 'narrator' }
      : { reasoning: textOf(k) },
})
const tavern = (more: JsonObject) => ({
  user_name: 'Me',
  character_name: 'Ada',
  create_date: timeOf(0),
  chat_metadata: more,
})

/** Of two messages one is an answer of two steps. */
function openCodeMessage(k: number): JsonObject {
  const info = {
    id: `msg_${String(k).padStart(4, '0')}`,
    sessionID: 'ses_1',
    role: roleOf(k),
    time: { created: 1_750_000_000_000 + k },
  }
  const text = { type: 'text', text: textOf(k), ...(k % 6 === 4 && { synthetic: true }) }
  if (k % 2 === 0)
    return {
      info,
      parts:
        k % 8 === 6
          ? [{ type: 'compaction', auto: true, tail_start_id: 'msg_0003' }]
          : [text, { type: 'file', mime: 'text/plain', url: 'data:text/plain;base64,aGk=' }],
    }
  const tool = {
    type: 'tool',
    callID: `call_${k}`,
    tool: 'look',
    state: { status: k % 4 === 1 ? 'completed' : 'error', input: { at: k }, output: textOf(k), error: 'no' },
  }
  const finish = {
    type: 'step-finish',
    cost: 0.1,
    tokens: { input: k, output: 1, reasoning: 1, cache: { read: 1, write: 0 } },
  }
  return {
    info: { ...info, modelID: 'm', ...(k % 8 === 7 && { summary: true }) },
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: textOf(k) },
      tool,
      finish,
      { type: 'step-start' },
      text,
      finish,
    ],
  }
}
const openCode = { info: { id: 'ses_1', title: 'T', directory: '/w', revert: { messageID: 'msg_0022' } } }

/** Of two messages one is an answer of steps, of three one has two versions. */
function lmStudioMessage(k: number): JsonObject {
  const said = (text: string) => ({
    type: 'singleStep',
    role: roleOf(k),
    content: [
      { type: 'text', text },
      ...(k % 4 === 0 ? [{ type: 'file', name: 'a.png', fileIdentifier: 'f', fileType: 'image' }] : []),
    ],
  })
  const step = (content: JsonObject, more: JsonObject = {}) => ({ type: 'contentBlock', content: [content], ...more })
  const call = { type: 'toolCallRequest', callId: 1, name: 'look', parameters: { at: k } }
  const genInfo = { indexedModelIdentifier: 'm', stats: { predictedTokensCount: k } }
  const answer = {
    type: 'multiStep',
    role: 'assistant',
    steps: [
      step({ type: 'text', text: textOf(k) }, { style: { type: 'thinking' }, genInfo }),
      step(call),
      step({ type: 'toolCallResult', toolCallId: 1, content: textOf(k) }),
      { type: 'debugInfoBlock' },
      step({ type: 'text', text: textOf(k) }),
    ],
  }
  const versions = [k % 2 === 0 ? said(textOf(k)) : answer, ...(k % 3 === 0 ? [said(textOf(k + 1))] : [])]
  return { versions, currentlySelected: k % versions.length }
}

/** By the name of a folder of such files, whole ones and short ones. */
export const drawnTranscripts: Readonly<Record<string, readonly string[]>> = {
  'claude-stream': [
    lines([
      { type: 'system', subtype: 'init', session_id: 's', uuid: 'i', cwd: '/w' },
      ...turns.map(streamed),
      { type: 'result', session_id: 's', uuid: 'z', usage: { output_tokens: 40 }, total_cost_usd: 0.5 },
    ]),
  ],
  opencode: [
    JSON.stringify({ ...openCode, messages: turns.map(openCodeMessage) }, null, 1),
    JSON.stringify({ ...openCode, messages: turns.slice(0, 5).map(openCodeMessage) }),
  ],
  'lm-studio': [
    JSON.stringify(
      { name: 'T', createdAt: 1_750_000_000_000, systemPrompt: textOf(0), messages: turns.map(lmStudioMessage) },
      null,
      1,
    ),
    JSON.stringify({ name: 'T', messages: turns.slice(0, 4).map(lmStudioMessage) }),
  ],
  anthropic: [
    JSON.stringify({ model: 'm', system: textOf(0), messages: turns.map(anthropicTurn) }, null, 1),
    JSON.stringify([
      { messages: turns.slice(0, 4).map(anthropicTurn) },
      { messages: turns.slice(3, 9).map(anthropicTurn) },
    ]),
    lines([{ messages: turns.slice(0, 3).map(anthropicTurn) }, { messages: turns.slice(0, 5).map(anthropicTurn) }]),
  ],
  'copilot-chat': [
    JSON.stringify(copilotChat(12)),
    lines([
      { kind: 0, v: copilotChat(2) },
      ...turns.slice(2, 6).map((k) => ({ kind: 2, k: ['requests'], v: [copilotRequest(k)] })),
      { kind: 1, k: ['customTitle'], v: 'U' },
    ]),
  ],
  cline: [
    JSON.stringify(
      turns.map((k) => ({
        ...anthropicTurn(k),
        ts: 1_750_000_000_000 + k,
        ...(k === 9 && { condenseId: 'c' }),
        ...(k < 9 && { condenseParent: 'c' }),
      })),
    ),
  ],
  sillytavern: [
    lines([tavern({}), ...turns.map(tavernTurn)]),
    lines([tavern({ integrity: 'i' }), ...turns.slice(9, 14).map(tavernTurn)]).trimEnd(),
    lines(turns.slice(0, 3).map(tavernTurn)),
  ],
  plain: [lines(turns.map(plainTurn)), lines(turns.slice(0, 2).map(plainTurn)).trimEnd()],
  'neo-json': [JSON.stringify(neo), JSON.stringify({ ...neo, turns: neo.turns.slice(0, 3), further: { kept: [1] } })],
  'neo-jsonl': [lines(turns.map(neoTurn)), lines(turns.slice(0, 3).map(neoTurn)).trimEnd()],
}
