/** What `pip install 'turngraph[…]'` brings: all that the package imports there, and what the programs of its page import. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { filesBelow } from '../../scripts/testing/files.ts'
import { describeOnce } from '../support/stores.ts'

/** The distributions that modules come from, the most exact name first. */
const distributions = {
  'langgraph.checkpoint': 'langgraph-checkpoint',
  langgraph: 'langgraph',
  langchain_core: 'langchain-core',
  agents: 'openai-agents',
  claude_agent_sdk: 'claude-agent-sdk',
} as const
const folders = { langgraph: 'langgraph', 'openai-agents': 'openai_agents', 'claude-agent-sdk': 'claude_agent_sdk' }

/** Returns the distributions that a text in Python imports from, of those above. */
function importedBy(text: string): string[] {
  const modules = [...text.matchAll(/^\s*(?:from ([a-z_][\w.]*) import|import ([a-z_][\w.]*))/gm)].map(
    ([, from, plain]) => from ?? plain ?? '',
  )
  return modules.flatMap((module) => {
    const found = Object.entries(distributions).find(([name]) => module === name || module.startsWith(`${name}.`))
    return found ? [found[1]] : []
  })
}

describeOnce("an extra of Python's package", () => {
  const project = readFileSync(join(root, 'python/pyproject.toml'), 'utf8')
  const page = readFileSync(join(root, 'docs/python.md'), 'utf8')
  for (const [extra, folder] of Object.entries(folders))
    it(`${extra} installs what its module and its program import`, () => {
      const [, listed = ''] = new RegExp(`^${extra} = \\[(.*)\\]$`, 'm').exec(project) ?? []
      const installed = [...listed.matchAll(/"([a-z-]+)/g)].map(([, name = '']) => name)
      const programs = [...page.matchAll(/^```python[^\n]*\n([^]*?)^```$/gm)].map(([, text = '']) => text)
      const own = programs.filter((text) => text.includes(`turngraph.${folder}`))
      const sources = filesBelow(join(root, 'python/src/turngraph', folder)).filter((path) => path.endsWith('.py'))
      const texts = [...own, ...sources.map((path) => readFileSync(path, 'utf8'))]
      const wanted = [...new Set(texts.flatMap(importedBy))].sort()
      assert.ok(wanted.length > 0 && own.length > 0)
      assert.deepEqual(
        wanted.filter((name) => !installed.includes(name)),
        [],
      )
    })
})
