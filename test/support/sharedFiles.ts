import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addition, whyWithout } from '../../scripts/additions.ts'

/** Folders of real transcripts of all formats. */
export const sharedFolders = [addition('data'), addition('data-more')]
export const noSharedFiles = whyWithout('data/facts.json', 'data-more/facts.json')

/** What is known of a file; counts of several conversations are in `per_conversation`. */
export type Facts = Readonly<Record<string, unknown>> & {
  readonly per_conversation?: readonly Readonly<Record<string, number>>[]
}
export interface RealFile {
  /** With its folder, as `pi/large-session.jsonl`. */
  readonly name: string
  readonly folder: string
  readonly bytes: Buffer
  readonly facts: Facts
}

/** The format of each folder's files. */
export const formatOfFolder: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_CODE',
  codex: 'CODEX',
  'gemini-cli': 'GEMINI_CLI',
  pi: 'PI',
  chatgpt: 'CHATGPT',
  oasst: 'OASST',
  librechat: 'LIBRECHAT',
  'open-webui': 'OPEN_WEBUI',
  'openai-messages': 'OPENAI',
  sharegpt: 'SHAREGPT',
  acp: 'ACP',
  'claude-ai': 'CLAUDE_AI',
  deepseek: 'DEEPSEEK',
  'qwen-code': 'QWEN_CODE',
  grok: 'GROK',
  'ai-studio': 'AI_STUDIO',
  'copilot-cli': 'COPILOT_CLI',
  'copilot-chat': 'COPILOT_CHAT',
  goose: 'GOOSE',
  iflow: 'IFLOW',
}

/** Returns the real files of some folders, or of all whose format is read. */
export function realFiles(...wanted: readonly string[]): RealFile[] {
  if (noSharedFiles !== false) return []
  return sharedFolders.flatMap((folder) => filesIn(folder, wanted)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function filesIn(shared: string, wanted: readonly string[]): RealFile[] {
  const facts = JSON.parse(readFileSync(join(shared, 'facts.json'), 'utf8')) as Record<string, Facts>
  const names = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
  return names
    .filter((name) => statSync(join(shared, name)).isFile())
    .map((name) => ({ name, folder: name.split('/')[0] ?? '' }))
    .filter(({ folder }) => Object.hasOwn(formatOfFolder, folder) && (wanted.length === 0 || wanted.includes(folder)))
    .map((file) => ({ ...file, bytes: readFileSync(join(shared, file.name)), facts: facts[file.name] ?? {} }))
}
