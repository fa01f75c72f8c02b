import { threads } from '../../src/runtime/threads.ts'

/** What of the package can be started or imported: each name in dist/ and its source below src/. An adapter with a door of its own is a line here. */
export const entries = {
  main: 'main.ts',
  cli: 'cli/main.ts',
  client: 'client/client.ts',
  'ai-sdk': 'adapters/aiSdk/index.ts',
  'claude-agent-sdk': 'adapters/claudeAgentSdk/index.ts',
  langgraph: 'adapters/langgraph/index.ts',
  'openai-agents': 'adapters/openAiAgents/index.ts',
} as const

/** What threads run: one file each, for of several they would take longer to start. */
export const threadEntries = threads

/** What runs in browsers. */
export const browserEntries = { browser: 'client/browser.ts', 'assistant-ui': 'adapters/assistantUi/index.ts' } as const
