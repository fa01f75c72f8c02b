import assert from 'node:assert/strict'
import type { Api } from './api.ts'

/** What Claude Code says where a person declined a call. */
const declined = "The user doesn't want to proceed with this tool use."
export const callOf = (callId: string, name: string, input: object) => ({ toolCall: { callId, name, input } })
export const resultOf = (callId: string, content: unknown, isError = false) => ({
  toolResult: { callId, content, isError },
})
const usage = { outputTokens: 7, costUsd: 0.25 }

/** What an agent did: two prompts, a command, text of programs, calls that went well, failed, were declined and wait. */
export const session: readonly object[] = [
  { role: 'SYSTEM', text: 'Be brief' },
  { role: 'USER', text: 'Mend the login' },
  {
    role: 'ASSISTANT',
    content: [{ text: 'I look.' }, callOf('c1', 'bash', { command: 'npx vitest run\necho' })],
    usage,
  },
  { role: 'TOOL', content: [resultOf('c1', 'Process exited with code 1\nno', true)] },
  { role: 'USER', text: '<system-reminder>be kind</system-reminder>' },
  { role: 'ASSISTANT', content: [callOf('c2', 'edit', { file_path: 'src/a.ts' })], usage },
  { role: 'TOOL', content: [resultOf('c2', declined, true)] },
  { role: 'ASSISTANT', text: 'It is mended.', usage, model: 'm' },
  { role: 'USER', text: '/review the tests' },
  { role: 'ASSISTANT', content: [callOf('c3', 'read', { path: 'x' }), callOf('c4', 'read', { path: 'y' })] },
  { role: 'TOOL', content: [resultOf('c4', 'y'.repeat(3000))] },
]

/** Stores turns a minute apart, `t0`, `t1`, …; returns their observations' ids. */
export async function storeAll(api: Api, conversationId: string, turns: readonly object[]): Promise<string[]> {
  const inputs = turns.map((turn, i) => {
    const observedAt = new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString()
    return { conversationId, turnId: `t${i}`, observedAt, ...turn }
  })
  const query = `mutation ($turns: [StoreTurnInput!]!) { storeTurns(input: { turns: $turns }) {
    results { observation { id } userErrors { code message } } userErrors { code message } } }`
  const { storeTurns } = await api.ask(query, { turns: inputs })
  assert.deepEqual(storeTurns.userErrors, [])
  return storeTurns.results.map(({ observation }) => observation.id)
}
