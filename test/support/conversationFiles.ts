/** Files of each format that is read, drawn from conversations: of formats whose files hold several, those of all of them in one. */
export interface DrawnTurn {
  readonly id: string
  /** The number of the turn before it; null for the first one. Turns of people and models take turns along a path. */
  readonly parent: number | null
  /** The turn that a first one says it follows, and that the file lacks. */
  readonly missing?: string
  readonly text: string
}
export interface DrawnConversation {
  readonly id: string
  readonly turns: readonly DrawnTurn[]
}

interface FilesOf {
  /** Turns name the turns before them, so that they are a tree; else they are told one after the other. */
  readonly isTree?: true
  /** A conversation has no id but of what is said first. */
  readonly isKnownByFirst?: true
  /** Files hold conversations whole: what is missing in one is not another's turn of that id. */
  readonly isWhole?: true
  /** Whether a file may hold several conversations. */
  readonly holdsSeveral: boolean
  /** The file's name where it says whose it is. */
  readonly name?: (id: string) => string
  readonly file: (conversations: readonly DrawnConversation[]) => string
}

const seconds = 1_760_000_000
const at = (k: number) => new Date((seconds + k) * 1000).toISOString()
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Returns how deep each turn stands; a turn comes after the one before it. */
function depthsOf(turns: readonly DrawnTurn[]): number[] {
  const depths: number[] = []
  for (const { parent } of turns) depths.push(parent === null ? 0 : (depths[parent] ?? 0) + 1)
  return depths
}

/** One turn with all that formats say of it. */
interface Told {
  readonly k: number
  readonly id: string
  readonly parent: string | null
  readonly children: readonly string[]
  readonly text: string
  readonly isUser: boolean
  readonly role: 'user' | 'assistant'
  readonly at: string
}
function told({ turns }: DrawnConversation): Told[] {
  const depths = depthsOf(turns)
  const children: string[][] = turns.map(() => [])
  for (const { id, parent } of turns) if (parent !== null) children[parent]?.push(id)
  return turns.map(({ id, parent, missing = null, text }, k) => {
    const isUser = (depths[k] ?? 0) % 2 === 0
    const role = isUser ? 'user' : 'assistant'
    return {
      k,
      id,
      parent: parent === null ? missing : (turns[parent]?.id ?? null),
      children: children[k] ?? [],
      text,
      isUser,
      role,
      at: at(k),
    }
  })
}
const last = ({ turns }: DrawnConversation) => turns.at(-1)?.id ?? null

const ofEach = (draw: (conversation: DrawnConversation) => readonly object[]) => (all: readonly DrawnConversation[]) =>
  lines(all.flatMap(draw))
const inArray = (draw: (conversation: DrawnConversation) => object) => (all: readonly DrawnConversation[]) =>
  JSON.stringify(all.map(draw))
const alone = (draw: (conversation: DrawnConversation) => object) => (all: readonly DrawnConversation[]) =>
  JSON.stringify(draw(all[0] as DrawnConversation))
const noParent = '00000000-0000-0000-0000-000000000000'
const messagesOf = (conversation: DrawnConversation) =>
  told(conversation).map(({ role, text }) => ({ role, content: text }))
const oasst = (all: readonly Told[], one: Told): object => ({
  message_id: one.id,
  parent_id: one.parent,
  text: one.text,
  role: one.isUser ? 'prompter' : 'assistant',
  replies: all.filter(({ parent }) => parent === one.id).map((reply) => oasst(all, reply)),
})

/** By format. */
export const filesOf: Readonly<Record<string, FilesOf>> = {
  CHATGPT: {
    isTree: true,
    isWhole: true,
    holdsSeveral: true,
    file: inArray((one) => ({
      ...{ id: one.id, conversation_id: one.id, title: one.id, create_time: seconds, current_node: last(one) },
      mapping: Object.fromEntries(
        told(one).map(({ k, id, parent, children, role, text }) => [
          id,
          {
            id,
            parent,
            children,
            message: {
              id,
              author: { role },
              create_time: seconds + k,
              content: { content_type: 'text', parts: [text] },
            },
          },
        ]),
      ),
    })),
  },
  CLAUDE_AI: {
    isTree: true,
    isWhole: true,
    holdsSeveral: true,
    file: inArray((one) => ({
      ...{ uuid: one.id, name: one.id, current_leaf_message_uuid: last(one) },
      chat_messages: told(one).map(({ id, parent, isUser: is, text, at: created }) => ({
        uuid: id,
        parent_message_uuid: parent ?? '00000000-0000-4000-8000-000000000000',
        sender: is ? 'human' : 'assistant',
        created_at: created,
        content: [{ type: 'text', text }],
      })),
    })),
  },
  OPEN_WEBUI: {
    isTree: true,
    isWhole: true,
    holdsSeveral: true,
    file: inArray((one) => ({
      ...{ id: one.id, title: one.id },
      chat: {
        title: one.id,
        history: {
          currentId: last(one),
          messages: Object.fromEntries(
            told(one).map(({ k, id, parent, children, role, text }) => [
              id,
              { id, parentId: parent, childrenIds: children, role, content: text, timestamp: seconds + k },
            ]),
          ),
        },
      },
    })),
  },
  LIBRECHAT: {
    isTree: true,
    isWhole: true,
    holdsSeveral: true,
    file: inArray((one) => ({
      ...{
        conversationId: one.id,
        endpoint: 'openAI',
        title: one.id,
        exportAt: '10:00:00',
        branches: true,
        recursive: false,
        options: {},
      },
      messages: told(one).map(({ id, parent, text, isUser: is, at: createdAt }) => ({
        messageId: id,
        parentMessageId: parent ?? noParent,
        text,
        sender: is ? 'User' : 'Assistant',
        isCreatedByUser: is,
        createdAt,
      })),
    })),
  },
  GROK: {
    isTree: true,
    isWhole: true,
    holdsSeveral: true,
    file: (all) =>
      JSON.stringify({
        conversations: all.map((one) => ({
          conversation: { conversation_id: one.id, title: one.id, leaf_response_id: last(one) },
          responses: told(one).map(({ id, parent, isUser: is, text, at: time }) => ({
            response: {
              response_id: id,
              parent_response_id: parent,
              sender: is ? 'human' : 'ASSISTANT',
              create_time: time,
              message: text,
            },
          })),
        })),
      }),
  },
  DEEPSEEK: {
    isTree: true,
    isWhole: true,
    holdsSeveral: true,
    file: inArray((one) => ({
      ...{ id: one.id, title: one.id, inserted_at: at(0) },
      mapping: Object.fromEntries(
        told(one).map(({ id, parent, children, isUser: is, text, at: time }) => [
          id,
          {
            id,
            parent,
            children,
            message: {
              inserted_at: time,
              model: 'm',
              fragments: [{ type: is ? 'REQUEST' : 'RESPONSE', content: text }],
            },
          },
        ]),
      ),
    })),
  },
  OASST: {
    holdsSeveral: true,
    file: ofEach((one) => {
      const [first, ...rest] = told(one)
      return first ? [{ message_tree_id: one.id, tree_state: 'ready_for_export', prompt: oasst(rest, first) }] : []
    }),
  },
  CLAUDE_CODE: {
    isTree: true,
    holdsSeveral: true,
    file: ofEach((one) =>
      told(one).map(({ id, parent, role, text, at: timestamp }) => ({
        type: role,
        uuid: id,
        parentUuid: parent,
        sessionId: one.id,
        timestamp,
        version: '2.0.0',
        message: { role, content: text },
      })),
    ),
  },
  QWEN_CODE: {
    isTree: true,
    holdsSeveral: true,
    file: ofEach((one) =>
      told(one).map(({ id, parent, role, text, at: timestamp, isUser: is }) => ({
        uuid: id,
        parentUuid: parent,
        sessionId: one.id,
        timestamp,
        type: role,
        cwd: '/w',
        version: '0.18.1',
        message: { role: is ? 'user' : 'model', parts: [{ text }] },
      })),
    ),
  },
  IFLOW: {
    holdsSeveral: true,
    file: ofEach((one) =>
      told(one).map(({ id, parent, role, text, at: timestamp }) => ({
        uuid: id,
        parentUuid: parent,
        sessionId: one.id,
        timestamp,
        type: role,
        cwd: '/w',
        version: '1.0.0',
        message: { role, content: [{ type: 'text', text }] },
      })),
    ),
  },
  CLAUDE_STREAM: {
    holdsSeveral: true,
    file: ofEach((one) =>
      told(one).map(({ id, role, text }) => ({
        type: role,
        session_id: one.id,
        uuid: id,
        parent_tool_use_id: null,
        message: { role, content: [{ type: 'text', text }] },
      })),
    ),
  },
  ACP: {
    holdsSeveral: true,
    file: ofEach((one) =>
      told(one).map(({ isUser: is, text, id }) => ({
        method: 'session/update',
        params: {
          sessionId: one.id,
          update: {
            sessionUpdate: is ? 'user_message_chunk' : 'agent_message_chunk',
            messageId: id,
            content: { type: 'text', text },
          },
        },
      })),
    ),
  },
  SHAREGPT: {
    holdsSeveral: true,
    file: ofEach((one) => [
      {
        id: one.id,
        conversations: told(one).map(({ isUser: is, text }) => ({ from: is ? 'human' : 'gpt', value: text })),
      },
    ]),
  },
  GOOSE: {
    holdsSeveral: true,
    file: inArray((one) => ({
      id: one.id,
      working_dir: '/w',
      name: one.id,
      conversation: told(one).map(({ k, id, role, text }) => ({
        id,
        role,
        created: seconds + k,
        content: [{ type: 'text', text }],
      })),
    })),
  },
  OPENCODE: {
    holdsSeveral: true,
    file: inArray((one) => ({
      info: { id: one.id, title: one.id },
      messages: told(one).map(({ k, id, role, text }) => ({
        info: { id, role, time: { created: (seconds + k) * 1000 } },
        parts: [{ type: 'text', text }],
      })),
    })),
  },
  OPENAI: { holdsSeveral: true, file: ofEach((one) => [{ id: one.id, messages: messagesOf(one) }]) },
  ANTHROPIC: {
    holdsSeveral: true,
    file: ofEach((one) => [
      {
        id: one.id,
        system: 's',
        messages: told(one).map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })),
      },
    ]),
  },
  PI: {
    isTree: true,
    holdsSeveral: false,
    file: ofEach((one) => [
      { type: 'session', version: 3, id: one.id, timestamp: at(0), cwd: '/w' },
      ...told(one).map(({ id, parent, role, text, at: timestamp }) => ({
        type: 'message',
        id,
        parentId: parent,
        timestamp,
        message: { role, content: [{ type: 'text', text }] },
      })),
    ]),
  },
  CODEX: {
    holdsSeveral: false,
    file: ofEach((one) => [
      {
        timestamp: at(0),
        type: 'session_meta',
        payload: { id: one.id, timestamp: at(0), cwd: '/w', originator: 'o', cli_version: '1' },
      },
      ...told(one).map(({ isUser: is, role, text, at: timestamp }) => ({
        timestamp,
        type: 'response_item',
        payload: { type: 'message', role, content: [{ type: is ? 'input_text' : 'output_text', text }] },
      })),
    ]),
  },
  GEMINI_CLI: {
    holdsSeveral: false,
    file: alone((one) => ({
      sessionId: one.id,
      projectHash: 'h',
      startTime: at(0),
      lastUpdated: at(9),
      messages: told(one).map(({ id, isUser: is, text, at: timestamp }) => ({
        id,
        timestamp,
        type: is ? 'user' : 'gemini',
        content: text,
      })),
    })),
  },
  COPILOT_CLI: {
    isTree: true,
    holdsSeveral: false,
    file: ofEach((one) => [
      { type: 'session.start', data: { sessionId: one.id }, id: 'start', timestamp: at(0), parentId: null },
      ...told(one).map(({ id, parent, isUser: is, text, at: timestamp }) => ({
        type: is ? 'user.message' : 'assistant.message',
        data: { content: text },
        id,
        timestamp,
        parentId: parent ?? 'start',
      })),
    ]),
  },
  COPILOT_CHAT: {
    holdsSeveral: false,
    file: alone((one) => ({
      version: 3,
      responderUsername: 'GitHub Copilot',
      sessionId: one.id,
      requests: told(one)
        .filter(({ k }) => k % 2 === 0)
        .map(({ k, id, text }) => ({
          requestId: id,
          responseId: `${id}.a`,
          message: { text },
          response: one.turns.slice(k + 1, k + 2).map(({ text: value }) => ({ value })),
          timestamp: (seconds + k) * 1000,
        })),
    })),
  },
  NEO_JSON: {
    holdsSeveral: false,
    file: alone((one) => ({
      conversation_id: one.id,
      turns: told(one).map(({ role, text, at: ts }) => ({ role, text, ts })),
      updated: at(9),
    })),
  },
  NEO_JSONL: {
    holdsSeveral: false,
    name: (id) => `${id}.jsonl`,
    file: ofEach((one) => told(one).map(({ role, text, at: ts }) => ({ role, text, ts }))),
  },
  AI_STUDIO: {
    isKnownByFirst: true,
    holdsSeveral: false,
    name: (id) => id,
    file: alone((one) => ({
      runSettings: { model: 'm' },
      chunkedPrompt: {
        chunks: told(one).map(({ isUser: is, text }) => ({ role: is ? 'user' : 'model', text, tokenCount: 1 })),
      },
    })),
  },
  SILLYTAVERN: {
    holdsSeveral: false,
    name: (id) => `${id}.jsonl`,
    file: ofEach((one) => [
      { user_name: 'Me', character_name: 'Ada', create_date: '2026-01-01@10h00m00s', chat_metadata: {} },
      ...told(one).map(({ isUser: is, text, at: time }) => ({
        name: is ? 'Me' : 'Ada',
        is_user: is,
        is_system: false,
        send_date: time,
        mes: text,
        extra: {},
      })),
    ]),
  },
  LM_STUDIO: {
    holdsSeveral: false,
    name: (id) => `${id}.conversation.json`,
    file: alone((one) => ({
      name: one.id,
      createdAt: seconds * 1000,
      messages: told(one).map(({ role, text, isUser: is }) => ({
        currentlySelected: 0,
        versions: [
          is
            ? { type: 'singleStep', role, content: [{ type: 'text', text }] }
            : {
                type: 'multiStep',
                role,
                steps: [{ type: 'contentBlock', stepIdentifier: text, content: [{ type: 'text', text }] }],
              },
        ],
      })),
    })),
  },
  CLINE: {
    holdsSeveral: false,
    name: (id) => `${id}/api_conversation_history.json`,
    file: (all) =>
      JSON.stringify(
        all.flatMap((one) =>
          told(one).map(({ k, role, text }) => ({ role, content: [{ type: 'text', text }], ts: (seconds + k) * 1000 })),
        ),
      ),
  },
  PLAIN: {
    holdsSeveral: false,
    name: (id) => `${id}.jsonl`,
    file: ofEach((one) => told(one).map(({ role, text, at: timestamp }) => ({ role, content: text, timestamp }))),
  },
}
