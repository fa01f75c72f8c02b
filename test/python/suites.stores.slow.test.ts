// Takes long: suites in another language.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { whyNoPython } from '../../scripts/clients.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { wholeOr } from '../support/rounds.ts'
import { everyStore } from '../support/storeSettings.ts'
import { runPython } from './running.ts'

/** What LangGraph's suite found of one of its eight capabilities. */
interface Capability {
  readonly passed: boolean | null
  readonly tests: number
  readonly failures: readonly string[]
}

const suites = {
  'the client, blocking and awaited': 'test_client',
  'checkpointers of LangGraph': 'test_langgraph',
  "sessions of OpenAI's agents, beside SQLiteSession": 'test_openai_agents',
  'sessions of the Claude Agent SDK, its fourteen contracts': 'test_claude_agent_sdk',
  'the programs of its page': 'test_docs',
} as const

for (const { name, skip, settings } of await everyStore())
  describe(`Python's package (${name})`, { skip: skip || (whyNoPython('package') ?? false) }, () => {
    let api: Api
    before(async () => {
      api = await startApi(await settings())
    })
    after(() => api.close())

    for (const [what, module] of Object.entries(suites))
      it(`passes its tests of ${what}`, { timeout: 300_000 }, async () => {
        const env = { PYTHONPATH: 'src:tests', TURNGRAPH_ROUNDS: String(wholeOr(10, 5)) }
        const args = ['-W', 'error::ResourceWarning', '-m', 'unittest', module]
        const { status, errors } = await runPython(args, { url: api.url, env })
        assert.equal(status, 0, errors)
        assert.match(errors, /^Ran [1-9]\d* tests? in /m)
        assert.doesNotMatch(errors, /skipped/)
      })

    it("passes LangGraph's suite for checkpointers, 8 of 8, waiting and blocking", { timeout: 300_000 }, async () => {
      const { said, errors } = await runPython(['tests/conformance.py'], { url: api.url })
      assert.notEqual(said, '', errors)
      const found = JSON.parse(said) as Record<string, Record<string, Capability>>
      assert.deepEqual(Object.keys(found), ['AsyncTurngraphSaver', 'TurngraphSaver'])
      for (const [saver, capabilities] of Object.entries(found)) {
        const all = Object.entries(capabilities)
        assert.deepEqual(
          all.filter(([, { passed }]) => passed !== true).map(([capability, { failures }]) => [capability, failures]),
          [],
          saver,
        )
        assert.equal(all.length, 8)
        assert.equal(
          all.reduce((sum, [, { tests }]) => sum + tests, 0),
          81,
        )
      }
    })
  })
