import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/root.ts'

/** Real transcripts of all formats that lie beside the repository on the machines of its authors. */
const shared = join(root, '../shared/data')
export const noSharedFiles = existsSync(join(shared, 'facts.json')) ? false : `skipped: there is no ${shared}`

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
}

/** Returns the real files of some folders, or of all. */
export function realFiles(...folders: readonly string[]): RealFile[] {
  if (noSharedFiles !== false) return []
  const facts = JSON.parse(readFileSync(join(shared, 'facts.json'), 'utf8')) as Record<string, Facts>
  const names = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'))
  return names
    .filter((name) => statSync(join(shared, name)).isFile())
    .map((name) => ({ name, folder: name.split('/')[0] ?? '' }))
    .filter(({ folder }) => folders.length === 0 || folders.includes(folder))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((file) => ({ ...file, bytes: readFileSync(join(shared, file.name)), facts: facts[file.name] ?? {} }))
}
