/** Large files of each format that is read, drawn: what stands first, one piece after the other, and what stands last. */
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

export interface Drawn {
  readonly head?: string
  readonly piece: (i: number) => string
  readonly between?: string
  readonly tail?: string
}

const words = 'Some words that are said again and again, as people and models do. '.repeat(6)
const said = (i: number) => `${i}: ${words}`
const at = (i: number) => new Date(1_700_000_000_000 + i * 1000).toISOString()
const roleOf = (i: number) => (i % 2 === 0 ? 'user' : 'assistant')
const line = (value: object) => `${JSON.stringify(value)}\n`
const idOf = (i: number) => i.toString(16).padStart(8, '0')
const chatNode = (c: number, k: number, last: number) => ({
  id: `c${c}n${k}`,
  parent: k === 0 ? null : `c${c}n${k - 1}`,
  children: k === last ? [] : [`c${c}n${k + 1}`],
  message: {
    id: `c${c}n${k}`,
    author: { role: roleOf(k) },
    create_time: 1_700_000_000 + k,
    content: { content_type: 'text', parts: [said(k)] },
  },
})
const chat = (i: number) => {
  const mapping = Object.fromEntries(Array.from({ length: 20 }, (_, k) => [`c${i}n${k}`, chatNode(i, k, 19)]))
  return JSON.stringify({
    id: `c${i}`,
    conversation_id: `c${i}`,
    title: 't',
    create_time: 1_700_000_000,
    mapping,
    current_node: `c${i}n19`,
  })
}
const tree = (i: number) => {
  const reply = { message_id: `a${i}`, parent_id: `p${i}`, text: said(i), role: 'assistant', replies: [] }
  return line({
    message_tree_id: `p${i}`,
    tree_state: 'ready_for_export',
    prompt: { message_id: `p${i}`, text: said(i), role: 'prompter', replies: [reply] },
  })
}
const messages = { head: '{"messages":[', between: ',', tail: ']}' }

const root = '00000000-0000-0000-0000-000000000000'
/** By format. */
export const drawn: Readonly<Record<string, Drawn>> = {
  CLAUDE_CODE: {
    piece: (i) =>
      line({
        type: roleOf(i),
        uuid: `u${i}`,
        parentUuid: i === 0 ? null : `u${i - 1}`,
        sessionId: 's',
        timestamp: at(i),
        version: '2.0.0',
        message: { role: roleOf(i), content: said(i) },
      }),
  },
  CODEX: {
    head: line({
      timestamp: at(0),
      type: 'session_meta',
      payload: { id: 's', timestamp: at(0), cwd: '/w', originator: 'o', cli_version: '1' },
    }),
    piece: (i) =>
      line({
        timestamp: at(i),
        type: 'response_item',
        payload: {
          type: 'message',
          role: roleOf(i),
          content: [{ type: i % 2 === 0 ? 'input_text' : 'output_text', text: said(i) }],
        },
      }),
  },
  GEMINI_CLI: {
    head: `{"sessionId":"s","projectHash":"h","startTime":"${at(0)}","lastUpdated":"${at(1)}","messages":[`,
    piece: (i) =>
      JSON.stringify({ id: `m${i}`, timestamp: at(i), type: i % 2 === 0 ? 'user' : 'gemini', content: said(i) }),
    between: ',',
    tail: ']}',
  },
  PI: {
    head: line({ type: 'session', version: 3, id: 's', timestamp: at(0), cwd: '/w' }),
    piece: (i) =>
      line({
        type: 'message',
        id: idOf(i),
        parentId: i === 0 ? null : idOf(i - 1),
        timestamp: at(i),
        message: { role: roleOf(i), content: [{ type: 'text', text: said(i) }] },
      }),
  },
  ACP: {
    piece: (i) =>
      line({
        method: 'session/update',
        params: {
          sessionId: 's',
          update: {
            sessionUpdate: i % 2 === 0 ? 'user_message_chunk' : 'agent_message_chunk',
            content: { type: 'text', text: said(i) },
          },
        },
      }),
  },
  CHATGPT: { head: '[', piece: chat, between: ',', tail: ']' },
  QWEN_CODE: {
    piece: (i) =>
      line({
        uuid: `u${i}`,
        parentUuid: i === 0 ? null : `u${i - 1}`,
        sessionId: 's',
        timestamp: at(i),
        type: roleOf(i),
        cwd: '/w',
        version: '0.18.1',
        message: { role: i % 2 === 0 ? 'user' : 'model', parts: [{ text: said(i) }] },
      }),
  },
  IFLOW: {
    piece: (i) =>
      line({
        uuid: `u${i}`,
        parentUuid: i === 0 ? null : `u${i - 1}`,
        sessionId: 'session-s',
        timestamp: at(i),
        type: roleOf(i),
        cwd: '/w',
        version: '1.0.0',
        message: { role: roleOf(i), content: [{ type: 'text', text: said(i) }] },
      }),
  },
  CLAUDE_STREAM: {
    piece: (i) =>
      line({
        type: roleOf(i),
        session_id: 's',
        uuid: `u${i}`,
        parent_tool_use_id: null,
        message: { role: roleOf(i), content: [{ type: 'text', text: said(i) }] },
      }),
  },
  DEEPSEEK: {
    head: '{"code":0,"data":{"biz_data":{"chat_session":{"id":"c","title":"t"},"chat_messages":[',
    piece: (i) =>
      JSON.stringify({
        message_id: i + 1,
        parent_id: i === 0 ? null : i,
        role: i % 2 === 0 ? 'USER' : 'ASSISTANT',
        inserted_at: 1_700_000_000 + i,
        fragments: [{ id: 1, type: i % 2 === 0 ? 'REQUEST' : 'RESPONSE', content: said(i) }],
      }),
    between: ',',
    tail: ']}}}',
  },
  CLAUDE_AI: {
    head: '[{"uuid":"c","name":"t","chat_messages":[',
    piece: (i) =>
      JSON.stringify({
        uuid: `m${i}`,
        sender: i % 2 === 0 ? 'human' : 'assistant',
        created_at: at(i),
        content: [{ type: 'text', text: said(i) }],
      }),
    between: ',',
    tail: ']}]',
  },
  GROK: {
    head: '{"conversations":[{"conversation":{"conversation_id":"c","title":"t"},"responses":[',
    piece: (i) =>
      JSON.stringify({
        response: {
          response_id: `r${i}`,
          parent_response_id: i === 0 ? null : `r${i - 1}`,
          sender: i % 2 === 0 ? 'human' : 'ASSISTANT',
          create_time: at(i),
          message: said(i),
        },
      }),
    between: ',',
    tail: ']}]}',
  },
  AI_STUDIO: {
    head: '{"runSettings":{"model":"m"},"chunkedPrompt":{"chunks":[',
    piece: (i) => JSON.stringify({ role: i % 2 === 0 ? 'user' : 'model', text: said(i), tokenCount: 1 }),
    between: ',',
    tail: ']}}',
  },
  COPILOT_CHAT: {
    head: '{"version":3,"responderUsername":"GitHub Copilot","sessionId":"s","requests":[',
    piece: (i) =>
      JSON.stringify({
        requestId: `q${i}`,
        responseId: `a${i}`,
        message: { text: said(i) },
        response: [{ value: said(i) }],
        timestamp: 1_700_000_000_000 + i,
      }),
    between: ',',
    tail: ']}',
  },
  COPILOT_CLI: {
    piece: (i) =>
      line({
        type: i % 2 === 0 ? 'user.message' : 'assistant.message',
        data: { content: said(i) },
        id: `e${i}`,
        timestamp: at(i),
        parentId: i === 0 ? null : `e${i - 1}`,
      }),
  },
  SILLYTAVERN: {
    head: line({ user_name: 'Me', character_name: 'Ada', create_date: '2026-01-01@10h00m00s', chat_metadata: {} }),
    piece: (i) =>
      line({
        name: i % 2 === 0 ? 'Me' : 'Ada',
        is_user: i % 2 === 0,
        is_system: false,
        send_date: at(i),
        mes: said(i),
        extra: {},
      }),
  },
  OPENCODE: {
    head: '{"info":{"id":"ses_1","title":"t"},"messages":[',
    piece: (i) =>
      JSON.stringify({
        info: { id: `msg_${String(i).padStart(9, '0')}`, role: roleOf(i), time: { created: 1_700_000_000_000 + i } },
        parts: [{ type: 'text', text: said(i) }],
      }),
    between: ',',
    tail: ']}',
  },
  GOOSE: {
    head: '{"id":"s","working_dir":"/w","name":"t","conversation":[',
    piece: (i) =>
      JSON.stringify({
        id: `m${i}`,
        role: roleOf(i),
        created: 1_700_000_000 + i,
        content: [{ type: 'text', text: said(i) }],
      }),
    between: ',',
    tail: ']}',
  },
  OASST: { piece: tree },
  LIBRECHAT: {
    head: '{"conversationId":"c","endpoint":"openAI","title":"t","exportAt":"10:00:00","branches":true,"recursive":false,"options":{},"messages":[',
    piece: (i) =>
      JSON.stringify({
        messageId: `m${i}`,
        parentMessageId: i === 0 ? root : `m${i - 1}`,
        text: said(i),
        sender: i % 2 === 0 ? 'User' : 'Assistant',
        isCreatedByUser: i % 2 === 0,
      }),
    between: ',',
    tail: ']}',
  },
  OPEN_WEBUI: {
    head: '[{"id":"c","title":"t","chat":{"title":"t","history":{"messages":{',
    piece: (i) =>
      `"m${i}":${JSON.stringify({ id: `m${i}`, parentId: i === 0 ? null : `m${i - 1}`, childrenIds: [], role: roleOf(i), content: said(i), timestamp: 1_700_000_000 + i })}`,
    between: ',',
    tail: '},"currentId":"m0"}}}]',
  },
  NEO_JSON: {
    head: '{"conversation_id":"c","turns":[',
    piece: (i) => JSON.stringify({ role: roleOf(i), text: said(i), ts: at(i) }),
    between: ',',
    tail: `],"updated":"${at(1)}"}`,
  },
  NEO_JSONL: { piece: (i) => line({ role: roleOf(i), text: said(i), ts: at(i) }) },
  SHAREGPT: {
    piece: (i) =>
      line({
        conversations: [
          { from: 'human', value: said(i) },
          { from: 'gpt', value: said(i + 1) },
        ],
      }),
  },
  CLINE: {
    head: '[',
    piece: (i) =>
      JSON.stringify({ role: roleOf(i), content: [{ type: 'text', text: said(i) }], ts: 1_700_000_000_000 + i }),
    between: ',',
    tail: ']',
  },
  ANTHROPIC: {
    ...messages,
    piece: (i) => JSON.stringify({ role: roleOf(i), content: [{ type: 'text', text: said(i) }] }),
  },
  OPENAI: { ...messages, piece: (i) => JSON.stringify({ role: roleOf(i), content: said(i) }) },
  PLAIN: { piece: (i) => line({ role: roleOf(i), content: said(i), timestamp: at(i) }) },
}

/** Writes a file of a format that has at least so many bytes. */
export async function writeDrawn(format: string, path: string, bytes: number): Promise<void> {
  const { head = '', piece, between = '', tail = '' } = drawn[format] as Drawn
  const file = createWriteStream(path)
  let length = head.length
  file.write(head)
  for (let i = 0; length < bytes; i++) {
    const text = `${i === 0 ? '' : between}${piece(i)}`
    length += text.length
    if (!file.write(text)) await new Promise<void>((resolve) => file.once('drain', resolve))
  }
  file.end(tail)
  await finished(file)
}
