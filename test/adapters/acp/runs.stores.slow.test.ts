import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { TurngraphError } from '../../../src/client/client.ts'
import { everyWay, type Connected as Way } from '../../client/support.ts'
import { connectEditor, ScriptedModel, type Connected } from './support/agent.ts'

for (const way of await everyWay())
  describe(`runs of the ACP agent on ${way.name}`, { skip: way.skip }, () => {
    let graph: Way
    let model: ScriptedModel
    let connected: Connected
    /** What the store does not answer to now; it is done all the same where `unheard`. */
    let away: { readonly documents: RegExp; readonly unheard: boolean } | null
    before(async () => void (graph = await way.connect()))
    after(() => graph.end())
    beforeEach(async () => {
      away = null
      model = new ScriptedModel()
      connected = connectEditor({ query }, model)
      await connected.editor.begin()
    })
    afterEach(async () => {
      await connected.leave()
      connected.editor.assertValid()
    })
    async function query<T>(...given: Parameters<typeof graph.client.query>): Promise<T> {
      if (away?.documents.test(given[0]) !== true) return graph.client.query<T>(...given)
      if (away.unheard) await graph.client.query(...given)
      throw new TurngraphError('TIMEOUT', 'The store did not answer in time.')
    }

    async function stored(id: string): Promise<{ readonly turns: string[]; readonly runs: string[] }> {
      const { conversation } = await graph.client.query<{
        conversation: {
          transcript: { nodes: { role: string; text: string }[] }
          runs: { nodes: { state: string }[] }
        }
      }>(
        `query($id: ID!) { conversation(id: $id) { transcript(view: RAW) { nodes { role text } } runs { nodes { state } } } }`,
        { id },
      )
      const { transcript, runs } = conversation
      const states = runs.nodes.map(({ state }) => state).sort()
      return { turns: transcript.nodes.map(({ role, text }) => `${role}: ${text}`), runs: states }
    }
    const refusedPrompt = async (sessionId: string) => {
      const prompt = [{ type: 'text', text: 'Lost.' }]
      const { code, data } = await connected.editor.refused('session/prompt', { sessionId, prompt })
      assert.deepEqual([code, data['code']], [-32603, 'TIMEOUT'])
    }
    const goesOn = async (sessionId: string) => {
      away = null
      await connected.editor.prompt(sessionId, 'Again.')
    }

    for (const unheard of [false, true])
      it(`leaves none open that was claimed while the store was away, ${unheard ? 'done' : 'not done'}`, async () => {
        const id = await connected.editor.open()
        away = { documents: /claimRun|abortRun/, unheard }
        await refusedPrompt(id)
        await goesOn(id)
        const { turns, runs } = await stored(id)
        assert.deepEqual(turns, ['USER: Again.', 'ASSISTANT: An answer.'])
        assert.ok(!runs.includes('CLAIMED'), String(runs))
      })

    for (const unheard of [false, true])
      it(`keeps nothing of a prompt that could not be stored, ${unheard ? 'done' : 'not done'}`, async () => {
        const id = await connected.editor.open()
        away = { documents: /storeTurns|abortRun/, unheard }
        await refusedPrompt(id)
        await goesOn(id)
        const { turns, runs } = await stored(id)
        assert.deepEqual(turns, ['USER: Again.', 'ASSISTANT: An answer.'])
        assert.deepEqual(runs, ['ABORTED', 'COMPLETED'])
      })

    it('completes one whose end was not stored, before the next begins', async () => {
      const id = await connected.editor.open()
      model.then = () => Promise.resolve(void (away = { documents: /./, unheard: false }))
      await refusedPrompt(id)
      model.then = () => Promise.resolve()
      await goesOn(id)
      const { turns, runs } = await stored(id)
      assert.deepEqual(turns, ['USER: Lost.', 'USER: Again.', 'ASSISTANT: An answer.'])
      assert.deepEqual(runs, ['COMPLETED', 'COMPLETED'])
    })

    it('completes one whose end was not stored, once the client goes away', async () => {
      const id = await connected.editor.open()
      away = { documents: /completeRun/, unheard: false }
      await refusedPrompt(id)
      assert.deepEqual((await stored(id)).runs, ['CLAIMED'])
      away = null
      await connected.leave()
      assert.deepEqual((await stored(id)).runs, ['COMPLETED'])
    })

    it('stand in no way of a deletion, whoever left them open, and take nothing of what was said', async () => {
      const id = randomUUID()
      const mutate = (document: string, input: object) =>
        graph.client.query(`mutation($input: ${document}`, { input: { ...input, conversationId: id } })
      const turn = (turnId: string, role: string, block: object) => ({ turnId, role, content: [block] })
      const call = { toolCall: { callId: 'c', name: 'look', input: {} } }
      for (const [runId, given] of [
        ['left', turn('u', 'USER', { text: 'Said.' })],
        ['torn', turn('a', 'ASSISTANT', call)],
      ] as const) {
        await mutate('ClaimRunInput!) { claimRun(input: $input) { userErrors { code } } }', { runId })
        await mutate('StoreTurnInput!) { storeTurn(input: $input) { userErrors { code } } }', { ...given, runId })
      }
      const { editor } = connected
      assert.deepEqual(await editor.ask('session/delete', { sessionId: id }), {})
      const refused = await editor.refused('session/load', { sessionId: id, cwd: '/w', mcpServers: [] })
      assert.equal(refused.code, -32002)
      await graph.client.query(
        'mutation($id: ID!) { restoreConversation(input: { id: $id }) { userErrors { code } } }',
        {
          id,
        },
      )
      const { turns, runs } = await stored(id)
      assert.equal(turns[0], 'USER: Said.')
      assert.ok(!runs.includes('CLAIMED'), String(runs))
    })
  })
