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

/** The first program of docs/programs.md, as somebody has it who has the packages alone. */
const backend = /```ts backend\n([^]*?)```/.exec(readFileSync(join(root, 'docs/programs.md'), 'utf8'))?.[1] ?? ''

describeOnce('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-package-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const run = (command: string, args: readonly string[]) => runIn(command, args, folder)

  before(() => {
    installPackage(folder)
    writeFileSync(join(folder, 'program.ts'), program)
    writeFileSync(join(folder, 'backend.ts'), backend)
  })

  it('has types, which a program is checked by', () => {
    const lib = ['es2023', 'dom']
    // What the program talks to besides is the repository's.
    const paths = { openai: [join(root, 'node_modules/openai/index.d.mts')] }
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
    const compilerOptions = { noEmit: true, ...strict, module: 'nodenext', target: 'es2023', types: [], lib, paths }
    const files = ['program.ts', 'backend.ts']
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    run(process.execPath, tool('tsc', ['--project', folder], 'typescript'))
  })

  it('is used from ESM', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'program.ts')],
      format: 'esm',
      packages: 'external',
      write: false,
    })
    writeFileSync(join(folder, 'program.js'), outputFiles[0]?.text ?? '')
    assert.equal(run(process.execPath, ['program.js']), 'c:1 ROLE_CONFLICT\n')
  })

  it('bundles for a browser without anything of Node', async () => {
    const stdin = { contents: "export { connect } from 'turngraph/client'", resolveDir: folder }
    const usual = { bundle: true, format: 'esm', platform: 'browser', write: false } as const
    const { outputFiles } = await build({ stdin, ...usual })
    const text = outputFiles[0]?.text ?? ''
    assert.match(text, /connectRemote/)
    assert.doesNotMatch(text, /node:|require\(/)
    const small = await build({ stdin, ...usual, minify: true })
    const { length } = small.outputFiles[0]?.text ?? ''
    assert.ok(length < 24_000, `${length}`)
  })

  it('shows nothing else of what is inside', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
    assert.deepEqual(Object.keys(exports), ['.', './client', './schema.graphql', './package.json'])
  })
})
