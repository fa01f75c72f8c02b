/** The programs of README.md and of docs/, run as they are printed, on a server of their own and with a model of a few words. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/root.ts'
import { isInstalled } from '../scripts/testing/prepare.ts'
import { startApi, type Api } from './graphql/support/api.ts'

const urlOf = (path: string): string => pathToFileURL(join(root, path)).href
/** Where the package's entries are in this folder. */
const entries: Readonly<Record<string, string>> = {
  turngraph: urlOf('src/client/client.ts'),
  'turngraph/langgraph': urlOf('src/adapters/langgraph/index.ts'),
  'turngraph/openai-agents': urlOf('src/adapters/openAiAgents/index.ts'),
}

const here = (name: string): string => import.meta.resolve(name)

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

describe('the programs of the docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-programs-'))
  const asked: Asked[] = []
  let api: Api
  let model: Server
  before(async () => {
    api = await startApi({ DATA: folder })
    model = createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        asked.push(JSON.parse(body) as Asked)
        const message = { role: 'assistant', content: 'It is on its way.' }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ id: 'a', object: 'chat.completion', choices: [{ index: 0, message }] }))
      })
    })
    await new Promise<void>((done) => model.listen(0, '127.0.0.1', done))
  })
  after(async () => {
    await new Promise((done) => model.close(done))
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a program as it is printed, on this server, with a few lines of who uses it, and returns what those say as JSON. */
  async function run(page: string, name: string, use: string, resolve = here): Promise<unknown> {
    const text = readFileSync(join(root, page), 'utf8')
    const program = new RegExp(`\`\`\`ts ${name}\\n([^]*?)\`\`\``).exec(text)?.[1] ?? assert.fail(name)
    const file = join(folder, `${name}.mts`)
    const own = program
      .replaceAll('http://127.0.0.1:4000', api.url)
      .replaceAll(/ from '([^']+)'/g, (_, from: string) => ` from '${entries[from] ?? resolve(from)}'`)
    writeFileSync(file, `${own}\n${use}`)
    const { address, port } = model.address() as AddressInfo
    const env = { ...process.env, OPENAI_BASE_URL: `http://${address}:${port}/v1`, OPENAI_API_KEY: 'none' }
    const child = spawn(process.execPath, ['--import', 'tsx', file], { cwd: root, env, stdio: 'pipe' })
    const [said, errors, closed] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')])
    assert.equal(closed[0], 0, errors)
    return JSON.parse(said)
  }

  const talk = async (id: string) => {
    const query = `query ($id: ID!) { conversation(id: $id) {
      forkedFrom { conversation { id } } transcript { nodes { text message { turnId } } } } }`
    const { conversation } = await api.ask<{ conversation: Talk }>(query, { id })
    return conversation
  }

  it('are a chat backend', async () => {
    const use = `console.log(JSON.stringify([await answer('support', 'm1', 'Where is my parcel?'), await answer('support', 'm2', 'Really?')]))
      await tg.close()`
    assert.deepEqual(await run('README.md', 'program', use), ['It is on its way.', 'It is on its way.'])
    assert.deepEqual(
      asked.at(-1)?.messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    )
    const { nodes } = (await talk('support')).transcript
    assert.deepEqual(
      nodes.map(({ message }) => message.turnId),
      ['m1', 'm1:assistant', 'm2', 'm2:assistant'],
    )
  })

  it('are an agent of LangGraph', async () => {
    const use = `const agent = agentOf(async () => ({ messages: [{ role: 'assistant', content: 'Hello.' }] }))
      const on = (thread: string) => ({ configurable: { thread_id: thread } })
      await agent.invoke({ messages: [{ role: 'user', content: 'Hi.' }] }, on('agent'))
      await tryOtherwise('agent', 'otherwise')
      const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Again.' }] }, on('otherwise'))
      console.log(JSON.stringify(messages.map(({ content }) => content)))
      await checkpointer.end()`
    const whole = ['Hi.', 'Hello.', 'Again.', 'Hello.']
    assert.deepEqual(await run('docs/adapters.md', 'agent', use), whole)
    const { forkedFrom, transcript } = await talk('otherwise')
    assert.equal(forkedFrom?.conversation.id, 'agent')
    assert.deepEqual(
      transcript.nodes.map(({ text }) => text),
      whole,
    )
  })

  const sdks = 'test/adapters/sdks'
  const noAgents = isInstalled(sdks) ? false : `npm ci --prefix ${sdks} installs the packages that this needs`
  it('are an agent of OpenAI', { skip: noAgents }, async () => {
    const core = urlOf(`${sdks}/node_modules/@openai/agents-core/dist/index.mjs`)
    // Imports come first, so the model is there when the program runs.
    writeFileSync(join(folder, 'model.mjs'), modelOf(core))
    const use = `import './model.mjs'
      console.log(JSON.stringify((await new TurngraphSession({ sessionId: 'user_123', url: '${api.url}' }).getItems()).length))`
    assert.equal(
      await run('docs/adapters.md', 'agents', use, (name) => (name === '@openai/agents-core' ? core : name)),
      2,
    )
    assert.deepEqual(
      (await talk('user_123')).transcript.nodes.map(({ text }) => text),
      ['Where is my parcel?', 'Here.'],
    )
  })
})

interface Talk {
  readonly forkedFrom: { readonly conversation: { readonly id: string } } | null
  readonly transcript: {
    readonly nodes: readonly { readonly text: string; readonly message: { readonly turnId: string } }[]
  }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}

/** A module that gives the Agents SDK a model of one word. */
const modelOf = (core: string): string => `
  import { setDefaultModelProvider, setTracingDisabled, Usage } from '${core}'
  setTracingDisabled(true)
  const content = [{ type: 'output_text', text: 'Here.' }]
  const output = [{ type: 'message', role: 'assistant', status: 'completed', content }]
  const model = { getResponse: async () => ({ usage: new Usage(), output }) }
  setDefaultModelProvider({ getModel: () => model })
`
