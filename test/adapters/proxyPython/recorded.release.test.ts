// Beyond a landing: LangChain and LiteLLM are installed, 470 MB, and talk through the proxy.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { pythonOf, whyNoPython } from '../../../scripts/clients.ts'
import { describeOnce } from '../../support/stores.ts'
import { callersKey, startOutsider, type Outsider } from '../proxy/support/outsider.ts'
import { conversationIds, recorded, whenRecorded } from '../proxy/support/recorded.ts'
import { answerAsAsked, anthropicEvents, startUpstream, type Met, type Upstream } from '../proxy/support/upstream.ts'

const noPython = whyNoPython('proxy') ?? false

/** Answers a request for a look by a call of the tool, streamed, and any other as its API would. */
const answer: Upstream['answer'] = (met, response) => {
  const { messages } = JSON.parse(met.body.toString() || '{}') as { readonly messages?: readonly object[] }
  if (!JSON.stringify(messages?.at(-1) ?? '').includes('Look.')) {
    answerAsAsked(met, response)
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of callEvents(met)) response.write(event)
  response.end()
}

let calls = 0
/** Returns the events of a stream that calls the tool; its arguments come in pieces. */
function callEvents({ url }: Met): string[] {
  const id = `call_${++calls}`
  if (url.includes('/messages')) {
    const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
    const [start = ''] = anthropicEvents(1000 + calls, '')
    const pieces = ['{"at": ', '"sea"}'].map((partial_json) =>
      event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json } }),
    )
    const block = event('content_block_start', {
      index: 0,
      content_block: { type: 'tool_use', id, name: 'look', input: {} },
    })
    const end = event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } })
    return [start, block, ...pieces, event('content_block_stop', { index: 0 }), end, event('message_stop', {})]
  }
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: 'gpt-x' }
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const called = (more: object) => chunk({ tool_calls: [{ index: 0, ...more }] })
  const begun = called({ id, type: 'function', function: { name: 'look', arguments: '' } })
  const pieces = ['{"at": ', '"sea"}'].map((given) => called({ function: { arguments: given } }))
  return [chunk({ role: 'assistant' }), begun, ...pieces, chunk({}, 'tool_calls'), 'data: [DONE]\n\n']
}

describeOnce('programs in Python through the proxy', () => {
  if (noPython !== false) return void it('are recorded', { skip: noPython })
  let upstream: Upstream
  let outsider: Outsider
  before(async () => {
    upstream = await startUpstream()
    upstream.answer = answer
    outsider = await startOutsider(upstream.url)
  })
  after(async () => {
    await outsider.close()
    await upstream.close()
  })

  it('of LangChain and LiteLLM are one conversation each, and no byte is changed', { timeout: 120_000 }, async () => {
    const env = { LITELLM_LOCAL_MODEL_COST_MAP: 'True', LANGSMITH_TRACING: 'false', PYTHONDONTWRITEBYTECODE: '1' }
    const walk = join(import.meta.dirname, 'walk.py')
    const printed = await outsider.run(pythonOf('proxy'), [walk, outsider.base, callersKey], env)
    const looked = ['answer to 3', 'answer to 5', 'answer to 5']
    const greeted = ['answer to 1', 'answer to 3']
    assert.deepEqual(JSON.parse(printed.trim().split('\n').at(-1) ?? ''), {
      ...{ 'langchain-openai': looked, 'langchain-anthropic': looked, plain: looked },
      ...{ 'litellm-openai': greeted, 'litellm-anthropic': greeted },
    })
    await whenRecorded(outsider, 16)
    outsider.assertSameBytes(16)
    outsider.assertNoKey()

    const ids = await conversationIds(outsider)
    const plain = ids.filter((id) => !id.startsWith('lang') && !id.startsWith('lite'))
    assert.deepEqual([ids.length, plain.length], [5, 1])
    for (const id of ['langchain-openai', 'langchain-anthropic', ...plain]) {
      const { path, leaves } = await recorded(outsider, id)
      const begun = ['USER: Look.', 'ASSISTANT: ', 'TOOL: ', 'ASSISTANT: answer to 3']
      assert.deepEqual([path, leaves], [[...begun, 'USER: Or else?', 'ASSISTANT: answer to 5'], 2], id)
    }
    for (const id of ['litellm-openai', 'litellm-anthropic'])
      assert.deepEqual((await recorded(outsider, id)).path, [
        'USER: Hello.',
        'ASSISTANT: answer to 1',
        'USER: More.',
        'ASSISTANT: answer to 3',
      ])
  })
})
