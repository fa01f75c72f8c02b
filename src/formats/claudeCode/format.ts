import { lines } from '../lines.ts'
import type { TranscriptFormat } from '../plan.ts'
import { isEntry } from './entry.ts'
import { valuesOf } from './lineIndex.ts'
import { readClaudeCode } from './read.ts'

/** Claude Code's JSON lines: a session's transcript or a sub-agent's. */
export const claudeCode: TranscriptFormat = {
  name: 'CLAUDE_CODE',
  async recognises(sample) {
    for await (const found of lines(sample()))
      if (found.some((line) => valuesOf(line, null).values.some(isEntry))) return true
    return false
  },
  read: readClaudeCode,
}
