import type { Format } from '../format.ts'
import { copiedAt } from './copied/copiedAt.ts'
import { isEntry } from './entry.ts'
import { exportClaudeCode } from './export.ts'
import { omissionsOf } from './omissions.ts'
import { readClaudeCode } from './read.ts'
import { lineFaults } from './strict/lineFaults.ts'
import { uuidEntry } from '../sourceEntry.ts'

/** Claude Code's JSON lines: a session's transcript or a sub-agent's. */
export const claudeCode: Format = {
  name: 'CLAUDE_CODE',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['~/.claude/projects/*/*.jsonl'],
  recognises: ({ objects }) => objects.some(isEntry),
  copiedAt,
  entryOf: uuidEntry,
  lineFaults,
  read: readClaudeCode,
  write: exportClaudeCode,
  leavesOut: omissionsOf,
}
