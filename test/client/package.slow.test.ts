// Takes long: a package is made, installed and used.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { build } from 'esbuild'
import { root } from '../../scripts/root.ts'
import { tool } from '../../scripts/run.ts'
import { installPackage, run as runIn } from '../support/installedPackage.ts'
import { describeOnce } from '../support/stores.ts'

/** A program as somebody writes it who has the package alone. */
const program = `import { connect, TurngraphError, type GraphClient } from 'turngraph'

const client: GraphClient = await connect({ data: './talks' })
const store = \`mutation ($input: StoreTurnInput!) {
  storeTurn(input: $input) { message { id } userErrors { code message details field } }
}\`
interface Stored { readonly storeTurn: { readonly message: { readonly id: string } } }
const input = { conversationId: 'c', turnId: '1', role: 'USER', text: 'Hello.' }
const { storeTurn } = await client.query<Stored>(store, { input })
try {
  await client.query(store, { input: { ...input, role: 'ASSISTANT' } })
} catch (thrown) {
  if (thrown instanceof TurngraphError) console.log(storeTurn.message.id, thrown.code)
}
await client.close()
`

/** A program of the docs, as somebody has it who has the packages alone. */
const programOf = (page: string, name: string): string =>
  new RegExp(`\`\`\`ts ${name}\\n([^]*?)\`\`\``).exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? assert.fail(name)

/** What each entry for an SDK is imported and used by where that SDK is not there. */
const adapters = `import { connectChats, type ChatMessage } from 'turngraph/ai-sdk'
import { connectThreads } from 'turngraph/assistant-ui'
import { TurngraphSession } from 'turngraph/openai-agents'

const chats = await connectChats({ data: './chats' })
const messages: ChatMessage[] = [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hello.' }] }]
await chats.saveChat({ chatId: 'c', messages })
console.log((await chats.loadChat('c'))[0]?.parts.length)
const session = new TurngraphSession({ client: chats.client, sessionId: 's' })
await session.addItems([{ role: 'user', content: 'Hello.' }])
console.log((await session.getItems()).length)
const history = connectThreads({ client: chats.client }).history('c')
const loaded: { messages: unknown[] } = await history.load()
console.log(loaded.messages.length)
await chats.close()
`

/** Programs of the docs that use packages of others: their types are the repository's. */
const withOthers = {
  'readme.ts': { text: programOf('README.md', 'program'), paths: {} },
  'backend.ts': { text: programOf('docs/chat-backend.md', 'backend'), paths: { openai: 'openai/index.d.mts' } },
  'agent.ts': {
    text: programOf('docs/adapters.md', 'agent'),
    paths: {
      '@langchain/langgraph': '@langchain/langgraph/dist/index.d.ts',
      '@langchain/langgraph-checkpoint': '@langchain/langgraph-checkpoint/dist/index.d.ts',
      '@langchain/core/chat_history': '@langchain/core/dist/chat_history.d.ts',
      '@langchain/core/messages': '@langchain/core/dist/messages/index.d.ts',
      '@langchain/core/runnables': '@langchain/core/dist/runnables/index.d.ts',
    },
  },
  'chats.ts': { text: programOf('docs/adapters.md', 'chats'), paths: { ai: 'ai/dist/index.d.ts' } },
}

describeOnce('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-package-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const run = (command: string, args: readonly string[]) => runIn(command, args, folder)

  before(() => {
    installPackage(folder)
    writeFileSync(join(folder, 'program.ts'), program)
    writeFileSync(join(folder, 'adapters.ts'), adapters)
    for (const [name, { text }] of Object.entries(withOthers)) writeFileSync(join(folder, name), text)
  })

  const check = (files: readonly string[], more: object) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
    const lib = ['es2023', 'dom']
    const compilerOptions = { noEmit: true, ...strict, module: 'nodenext', target: 'es2023', types: [], lib, ...more }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    run(process.execPath, tool('tsc', ['--project', folder], 'typescript7'))
  }

  it('has types, which programs are checked by that have nothing else', () => check(['program.ts', 'adapters.ts'], {}))

  it('has types that fit those of the packages which the docs use', () => {
    const paths = Object.values(withOthers).flatMap((each) => Object.entries<string>(each.paths))
    const found = Object.fromEntries(paths.map(([name, file]) => [name, [join(root, 'node_modules', file)]]))
    // Types of others are theirs to check; they are for Node as well.
    check(Object.keys(withOthers), { paths: found, skipLibCheck: true })
  })

  it('is used from ESM', async () => {
    const entryPoints = ['program', 'adapters'].map((name) => join(folder, `${name}.ts`))
    await build({ entryPoints, format: 'esm', packages: 'external', outdir: folder })
    assert.equal(run(process.execPath, ['program.js']), 'c:1 ROLE_CONFLICT\n')
    assert.equal(run(process.execPath, ['adapters.js']), '1\n1\n1\n')
  })

  it('bundles for a browser without anything of Node', async () => {
    const contents =
      "export { connect } from 'turngraph/client'; export { connectThreads } from 'turngraph/assistant-ui'"
    const threads = { contents, resolveDir: folder }
    const stdin = { contents: "export { connect } from 'turngraph/client'", resolveDir: folder }
    const usual = { bundle: true, format: 'esm', platform: 'browser', write: false } as const
    const { outputFiles } = await build({ stdin: threads, ...usual })
    const text = outputFiles[0]?.text ?? ''
    assert.match(text, /connectRemote/)
    assert.match(text, /connectThreads/)
    assert.doesNotMatch(text, /node:|require\(/)
    const small = await build({ stdin, ...usual, minify: true })
    const { length } = small.outputFiles[0]?.text ?? ''
    assert.ok(length < 27_000, `${length}`)
  })

  it('shows nothing else of what is inside', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
    assert.deepEqual(Object.keys(exports), [
      '.',
      './client',
      './ai-sdk',
      './assistant-ui',
      './claude-agent-sdk',
      './langgraph',
      './openai-agents',
      './schema.graphql',
      './package.json',
    ])
  })
})
