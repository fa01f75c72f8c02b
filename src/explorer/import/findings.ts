import { own } from '../parts/own.ts'

/** What an import noticed, once a kind. */
export interface Noticed {
  readonly words: string
  /** How many more there are of its kind. */
  readonly more: number
}

/** Returns what was noticed in a file, in the order of its first line; what is of one kind is one. */
export function findingsOf(
  findings: readonly { readonly code: string; readonly message: string }[],
): readonly Noticed[] {
  const kinds = new Map<string, { words: string; more: number }>()
  for (const { code, message } of findings) {
    const known = kinds.get(code)
    if (known) known.more += 1
    else kinds.set(code, { words: message, more: 0 })
  }
  return [...kinds.values()]
}

const names: Readonly<Record<string, string>> = {
  ACP: 'Agent Client Protocol',
  AI_STUDIO: 'AI Studio',
  ANTHROPIC: 'Anthropic',
  CHATGPT: 'ChatGPT',
  CLAUDE_AI: 'Claude',
  CLAUDE_CODE: 'Claude Code',
  CLAUDE_STREAM: 'Claude Code, a stream',
  CLINE: 'Cline',
  CODEX: 'Codex',
  COPILOT_CHAT: 'Copilot Chat',
  COPILOT_CLI: 'Copilot CLI',
  DEEPSEEK: 'DeepSeek',
  GEMINI_CLI: 'Gemini CLI',
  GOOSE: 'Goose',
  GROK: 'Grok',
  IFLOW: 'iFlow',
  LIBRECHAT: 'LibreChat',
  LM_STUDIO: 'LM Studio',
  NDJSON: 'turngraph',
  NEO_JSON: 'Neo',
  NEO_JSONL: 'Neo',
  OASST: 'Open Assistant',
  OPENAI: 'OpenAI',
  OPENCODE: 'OpenCode',
  OPEN_WEBUI: 'Open WebUI',
  PI: 'pi',
  PLAIN: 'Messages',
  QWEN_CODE: 'Qwen Code',
  SHAREGPT: 'ShareGPT',
  SILLYTAVERN: 'SillyTavern',
}

/** Returns what a format is called by those who use it. */
export function formatName(format: string): string {
  return own(names, format) ?? format
}
