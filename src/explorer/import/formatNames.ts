import { own } from '../../runtime/own.ts'

/** A format that can be imported: what it is called, and which files are met of it. */
interface KnownFormat {
  readonly name: string
  readonly files: string
}

const sessions = 'sessions'
const exported = 'an export, also as a zip'
const json = 'a list of messages, JSON'

/** The formats that can be imported, by the names that the API has for them. */
export const knownFormats: Readonly<Record<string, KnownFormat>> = {
  CLAUDE_CODE: { name: 'Claude Code', files: sessions },
  CLAUDE_STREAM: { name: 'Claude Code, a stream', files: 'its output as stream-json' },
  CODEX: { name: 'Codex', files: sessions },
  GEMINI_CLI: { name: 'Gemini CLI', files: sessions },
  PI: { name: 'pi', files: sessions },
  OPENCODE: { name: 'OpenCode', files: 'an export of a session' },
  COPILOT_CLI: { name: 'Copilot CLI', files: sessions },
  COPILOT_CHAT: { name: 'Copilot Chat', files: 'sessions of an editor' },
  QWEN_CODE: { name: 'Qwen Code', files: sessions },
  IFLOW: { name: 'iFlow', files: sessions },
  GOOSE: { name: 'Goose', files: sessions },
  CLINE: { name: 'Cline', files: 'the folder of a task' },
  ACP: { name: 'Agent Client Protocol', files: 'updates of a session' },
  CHATGPT: { name: 'ChatGPT', files: exported },
  CLAUDE_AI: { name: 'Claude', files: exported },
  DEEPSEEK: { name: 'DeepSeek', files: exported },
  GROK: { name: 'Grok', files: exported },
  AI_STUDIO: { name: 'AI Studio', files: 'a file of its folder in Drive' },
  LIBRECHAT: { name: 'LibreChat', files: 'a conversation as JSON' },
  OPEN_WEBUI: { name: 'Open WebUI', files: 'an export of chats' },
  LM_STUDIO: { name: 'LM Studio', files: 'conversations' },
  SILLYTAVERN: { name: 'SillyTavern', files: 'chats' },
  NEO_JSON: { name: 'Neo', files: 'a document' },
  NEO_JSONL: { name: 'Neo', files: 'a line a turn' },
  OPENAI: { name: 'OpenAI', files: json },
  ANTHROPIC: { name: 'Anthropic', files: json },
  SHAREGPT: { name: 'ShareGPT', files: 'a data set' },
  OASST: { name: 'Open Assistant', files: 'trees or messages' },
  PLAIN: { name: 'Messages', files: 'JSON Lines of role and content' },
  NDJSON: { name: 'turngraph', files: 'its own JSON Lines' },
}

/** Returns what a format is called by those who use it. */
export function formatName(format: string): string {
  return own(knownFormats, format)?.name ?? format
}
