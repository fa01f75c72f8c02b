/** What an editor is answered where the model's endpoint fails, and what is stored of it. */
// Takes long: an agent and a model for each way to fail.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { modelOf } from '../../../src/cli/agents/acpModel.ts'
import { everyWay, type Connected as Graph } from '../../client/support.ts'
import { startModel, streams, type Model } from '../../graphql/support/model.ts'
import { modelFailures } from '../../support/modelFailures.ts'
import { connectEditor, type Connected } from './support/agent.ts'

for (const way of await everyWay())
  describe(`the ACP agent of a model that fails, on ${way.name}`, { skip: way.skip }, () => {
    let [graph, model, connected]: [Graph, Model, Connected] = [null as never, null as never, null as never]
    before(async () => {
      graph = await way.connect()
      model = await startModel()
    })
    after(async () => {
      await graph.end()
      await model.close()
    })
    beforeEach(async () => {
      const responder = { url: model.url, apiKey: null, model: 'm', timeoutMs: 60_000 }
      connected = connectEditor(graph.client, modelOf({ responder }))
      await connected.editor.begin()
    })
    afterEach(async () => {
      await connected.leave()
      connected.editor.assertValid()
    })

    for (const { name, does, details } of modelFailures)
      it(`is an error with the code, the status and the kind where the endpoint ${name}`, async () => {
        model.does = does
        const { editor } = connected
        const sessionId = await editor.open()
        const prompt = [{ type: 'text', text: 'Go.' }]
        const { code, data, message } = await editor.refused('session/prompt', { sessionId, prompt })
        assert.equal(code, -32603)
        assert.deepEqual(data, { ...details, code: 'RESPONDER_FAILED', text: null, stopReason: 'error' })
        assert.doesNotMatch(message, /secret/)
        const query = `query ($id: ID!) { conversation(id: $id) { runs { nodes { state } }
          transcript { nodes { role text observation { metadata } } } } }`
        const { conversation } = await graph.client.query<{
          conversation: {
            runs: { nodes: { state: string }[] }
            transcript: { nodes: { role: string; text: string; observation: { metadata: { stopReason?: string } } }[] }
          }
        }>(query, { id: sessionId })
        // The prompt is kept, and of an answer what came of it.
        const said = conversation.transcript.nodes.map(({ role, text }) => `${role}: ${text}`)
        assert.deepEqual(said, ['USER: Go.', ...(details.kind === 'CUT_OFF' ? ['ASSISTANT: Half secret'] : [])])
        assert.deepEqual(
          conversation.transcript.nodes.slice(1).map(({ observation }) => observation.metadata.stopReason),
          said.slice(1).map(() => 'error'),
        )
        assert.deepEqual(conversation.runs.nodes, [{ state: 'COMPLETED' }])
        // The session goes on with the next prompt.
        model.does = streams(['Well.'])
        const answer = await editor.prompt(sessionId, 'Again.')
        assert.equal(answer.stopReason, 'end_turn')
      })
  })
