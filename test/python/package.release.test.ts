// Beyond a landing: a generator, a builder and a type checker in another language.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { pythonOf, whyNoPython } from '../../scripts/clients.ts'
import { root } from '../../scripts/root.ts'
import { describeOnce } from '../support/stores.ts'
import { runPython } from './running.ts'

describeOnce("Python's package", () => {
  const skip = whyNoPython('package') ?? false

  it('has operations that are fresh', { skip }, async () => {
    const { status, errors } = await runPython(['codegen/generate.py', '--check'])
    assert.equal(status, 0, errors)
  })

  it('has the version of the package for JavaScript', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const project = readFileSync(join(root, 'python/pyproject.toml'), 'utf8')
    assert.equal(/^version = "(.*)"$/m.exec(project)?.[1], version)
  })

  it('is typed strictly, and so are the programs of its page', { skip, timeout: 300_000 }, async () => {
    const env = { PYTHONPATH: 'src:tests' }
    const { status, errors } = await runPython(['-m', 'unittest', 'test_types'], { env })
    assert.equal(status, 0, errors)
  })

  it('is a wheel that an empty environment installs from its file', { skip, timeout: 120_000 }, async (t) => {
    const home = mkdtempSync(join(tmpdir(), 'turngraph-wheel-'))
    t.after(() => rmSync(home, { recursive: true, force: true }))
    const built = await runPython(['-m', 'hatchling', 'build', '-t', 'wheel', '-d', home])
    assert.equal(built.status, 0, built.errors)
    const [wheel = ''] = readdirSync(home)
    const python = join(home, 'empty/bin/python')
    run(pythonOf('package'), ['-m', 'venv', join(home, 'empty')])
    run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', join(home, wheel)])
    // What it depends on comes from the environment that has it already, so that no network is needed.
    const packages = run(pythonOf('package'), ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']).trim()
    const own = run(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']).trim()
    writeFileSync(join(own, 'others.pth'), `${packages}\n`)
    const checked = `
import pathlib, sys, turngraph
assert pathlib.Path(turngraph.__file__).is_relative_to(sys.prefix), turngraph.__file__
assert (pathlib.Path(turngraph.__file__).parent / 'py.typed').exists()
sys.modules['langgraph'] = sys.modules['agents'] = sys.modules['claude_agent_sdk'] = None
for name in ('langgraph', 'openai_agents', 'claude_agent_sdk'):
    try:
        __import__(f'turngraph.{name}')
    except ImportError as error:
        print(error)
`
    assert.deepEqual(run(python, ['-c', checked]).trim().split('\n'), [
      "turngraph.langgraph needs LangGraph: pip install 'turngraph[langgraph]'",
      "turngraph.openai_agents needs OpenAI's agents: pip install 'turngraph[openai-agents]'",
      "turngraph.claude_agent_sdk needs the Claude Agent SDK: pip install 'turngraph[claude-agent-sdk]'",
    ])
  })
})

/** Runs a program outside of the repository's folder, and returns what it said. */
function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: tmpdir(), encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
  return stdout
}
