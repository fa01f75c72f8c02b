import { join } from 'node:path'

/** Claude Code, where npm has brought it for this machine. */
export const program = join(
  import.meta.dirname,
  `node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
)
