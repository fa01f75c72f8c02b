// Takes long: a compiler runs over the types of others.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { runNode, tool } from '../../../scripts/run.ts'
import { isInstalled } from '../../../scripts/testing/prepare.ts'

const folder = 'test/adapters/sdks'
const skip = isInstalled(folder) ? false : `npm ci --prefix ${folder} installs the packages that this needs`

/** Programs of docs/adapters.md, and where the types are of what they import. */
const programs = { agents: 'agents.ts', threads: 'threads.tsx' }
const installed = (file: string) => [join(root, folder, 'node_modules', file)]
const built = (adapter: string) => [join(root, 'dist/types/adapters', adapter, 'index.d.ts')]
const paths = {
  '@openai/agents-core': installed('@openai/agents-core/dist/index.d.ts'),
  '@assistant-ui/core': installed('@assistant-ui/core/dist/index.d.ts'),
  '@assistant-ui/core/react': installed('@assistant-ui/core/dist/react/index.d.ts'),
  '@assistant-ui/store': installed('@assistant-ui/store/dist/index.d.ts'),
  react: [join(root, 'node_modules/@types/react/index.d.ts')],
  'turngraph/assistant-ui': built('assistantUi'),
  'turngraph/openai-agents': built('openAiAgents'),
}

describe('the types of the entries for SDKs', { skip }, () => {
  it('are those that the SDKs take and give', () =>
    assert.equal(runNode(tool('tsc', ['--project', `${folder}/types`], 'typescript7')), 0))

  it('fit the programs of the docs, strictly', (t) => {
    const home = mkdtempSync(join(tmpdir(), 'turngraph-types-'))
    t.after(() => rmSync(home, { recursive: true, force: true }))
    const page = readFileSync(join(root, 'docs/adapters.md'), 'utf8')
    for (const [name, file] of Object.entries(programs)) {
      const [, program] = new RegExp(`\`\`\`tsx? ${name}\\n([^]*?)\`\`\``).exec(page) ?? []
      writeFileSync(join(home, file), program ?? assert.fail(name))
    }
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
    }
    const target = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [], jsx: 'react-jsx' }
    const tsconfig = { compilerOptions: { noEmit: true, ...strict, ...target, paths }, files: Object.values(programs) }
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(tsconfig))
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
    assert.equal(runNode(tool('tsc', ['--project', home], 'typescript7')), 0)
  })
})
