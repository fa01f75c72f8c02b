import './ownPackages.ts'
import {
  Agent,
  MemorySession,
  protocol,
  run,
  setTracingDisabled,
  tool,
  Usage,
  UserError,
  type AgentInputItem,
  type AgentOutputItem,
  type Model,
  type Session,
} from '@openai/agents-core'

setTracingDisabled(true)

/** The SDK's own session, which has no compaction of its own. */
export class OracleSession extends MemorySession {
  async replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void> {
    await Promise.resolve(Object.assign(this, { items: structuredClone(items) }))
  }
}
export const newOracle = (sessionId: string): OracleSession => new OracleSession({ sessionId })
export const isItem = (value: unknown): boolean => protocol.ModelItem.safeParse(value).success
export const isUserError = (thrown: unknown): boolean => thrown instanceof UserError

/** A model that answers what is written down, one answer a request. */
class ScriptedModel implements Model {
  private readonly answers: AgentOutputItem[][]
  constructor(answers: AgentOutputItem[][]) {
    this.answers = answers
  }
  getResponse() {
    return Promise.resolve({ usage: new Usage(), output: this.answers.shift() ?? [] })
  }
  getStreamedResponse(): never {
    throw new Error('Nothing is streamed here.')
  }
}

const said = (text: string): AgentOutputItem => ({
  ...{ type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text }],
})
const called = (callId: string, name: string, given: object): AgentOutputItem => ({
  ...{ type: 'function_call', callId, name, status: 'completed' },
  arguments: JSON.stringify(given),
})

/** Runs an agent twice: with a tool, then with one that asks for approval and is resumed; returns what it said. */
export async function converse(session: Session): Promise<unknown[]> {
  const schema = {
    type: 'object' as const,
    properties: {},
    required: [] as string[],
    additionalProperties: true as const,
  }
  const weather = tool({
    name: 'weather',
    description: 'Weather',
    parameters: schema,
    strict: false,
    execute: () => 'Four degrees.',
  })
  const pay = tool({
    ...{ name: 'pay', description: 'Pays', parameters: schema, strict: false, needsApproval: true },
    execute: () => ({ paid: true }),
  })
  const model = new ScriptedModel([
    [called('w1', 'weather', { city: 'Oslo' })],
    [said('It has four degrees.')],
    [called('p1', 'pay', { amount: 9 })],
    [said('Paid.')],
  ])
  const agent = new Agent({ name: 'Helper', instructions: 'Help.', model, tools: [weather, pay] })
  const first = await run(agent, 'How warm is it?', { session })
  const asked = await run(agent, 'Pay nine.', { session })
  for (const interruption of asked.interruptions) asked.state.approve(interruption)
  const resumed = await run(agent, asked.state, { session })
  return [first.finalOutput, asked.interruptions.length, resumed.finalOutput]
}
