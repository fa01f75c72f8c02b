/** Writes by LangGraph and as OpenAI's agents do until it is killed, and says what was acknowledged, a line each. */
import { HumanMessage } from '@langchain/core/messages'
import { writeSync } from 'node:fs'
import { TurngraphSaver } from '../../../src/adapters/langgraph/index.ts'
import { TurngraphSession } from '../../../src/adapters/openAiAgents/index.ts'
import { connect } from '../../../src/client/client.ts'
import { chatGraph, on, said } from './support.ts'

const [data = '', round = ''] = process.argv.slice(2)
const client = await connect({ data })
const say = (...words: readonly (string | number)[]) => writeSync(1, `${words.join(' ')}\n`)

/** Each checkpoint is acknowledged when `put` has answered. */
class SayingSaver extends TurngraphSaver {
  override async put(...given: Parameters<TurngraphSaver['put']>) {
    const config = await super.put(...given)
    const { messages } = given[1].channel_values
    say('checkpoint', given[1].id, Array.isArray(messages) ? messages.length : 0)
    return config
  }
}

async function thread(): Promise<void> {
  const graph = chatGraph(await SayingSaver.connect({ client }))
  for (let turn = 1; ; turn++) {
    await graph.invoke({ messages: [said(`u${turn}`)] }, on(`thread ${round}`))
    say('turn', turn)
  }
}

/** What is more than one request takes is sent in several: a crash in between leaves parts that nothing names. */
async function longThread(): Promise<void> {
  const graph = chatGraph(await TurngraphSaver.connect({ client }))
  for (let turn = 1; ; turn++) {
    const messages = Array.from({ length: 1100 }, (_, i) => new HumanMessage({ id: `${turn}/${i}`, content: `${i}` }))
    await graph.invoke({ messages }, on(`long ${round}`))
    say('long', turn)
  }
}

async function session(): Promise<void> {
  const own = new TurngraphSession({ client, sessionId: `session ${round}` })
  for (let n = 1; ; n++) {
    const items = [0, 1, 2].map((i) => ({ role: 'user', content: `${n}/${i}` }))
    if (n % 2 === 1) await own.addItems(items)
    else await own.applyHistoryTransaction({ operationId: `op ${n}`, transaction: { type: 'append_items', items } })
    say('items', n)
  }
}

await Promise.all([thread(), session(), ...(Number(round) % 3 === 0 ? [longThread()] : [])])
