import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { addition, whyWithout } from '../../../scripts/additions.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { realFiles, type RealFile } from '../../support/sharedFiles.ts'
import { entries, imports, linesOf } from '../../support/transcripts.ts'

const page = addition('explorer-look/README.md')
const folders = ['claude-code', 'codex', 'pi', 'gemini-cli', 'acp', 'librechat', 'chatgpt', 'openai-messages']
const skip = whyWithout('explorer-look/README.md', 'data')

interface Example {
  readonly from: string
  readonly id: string
  readonly title: string
}

/** The examples of the page on titles: each row of its table with what the rule gives. */
function examples(): Example[] {
  if (skip !== false) return []
  const [, section = ''] = readFileSync(page, 'utf8').split(/^## (?:9|10)\. .*$/m)
  return section.split('\n').flatMap((line) => {
    const [, from = '', today = '', rule = ''] = line.split('|').map((cell) => cell.trim())
    const id = /^\w[^|]*, `([\w-]+)`$/.exec(from)?.[1]
    if (id === undefined) return []
    return [{ from, id, title: rule === '(stays)' ? today : rule.replace(/^`(.*)`$/, '$1') }]
  })
}

/** Returns what the conversations of some files are called once all are imported, by file and id. */
async function titlesOf(scope: Scope, files: readonly RealFile[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { bytes, name } of files)
    for (const { id } of (await imports(scope, bytes, { fileName: name })).conversations) names.set(id, name)
  const found = await scope.store.conversations([...names.keys()])
  return new Map(
    found.flatMap((one) => (one ? [[`${names.get(one.id)} ${one.id}`, one.title ?? one.derivedTitle]] : [])),
  )
}

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `titles-${++count}` })

await onEveryStore('titles of sessions', (on) => {
  const titles = new Map<string, string>()
  before(async () => {
    if (skip === false)
      for (const [of, title] of await titlesOf(alone(on), realFiles(...folders))) titles.set(of, title)
  })
  it('are those of the page, of real sessions of eight programs', { skip }, () => {
    const known = examples()
    assert.equal(known.length, 32)
    const differing = known.filter(({ id, title }) => {
      const found = [...titles].filter(([of]) => of.toLowerCase().includes(id.toLowerCase()))
      // What stays is cut short in the table.
      return !found.some(
        ([, given]) => given === title || (title.endsWith('…') && given.startsWith(title.slice(0, -1))),
      )
    })
    assert.deepEqual(differing, [])
  })
  it('never begin with what a program put in', { skip }, () => {
    const bad = /^(?:Caveat|<|# Context|This session is being|Implement the following)/
    assert.deepEqual(
      [...titles].filter(([, title]) => bad.test(title)),
      [],
    )
  })
  it('of a person are never overwritten, those of a tool that name nothing count for none', async () => {
    const scope = alone(on)
    const named = (customTitle: string) => linesOf([{ type: 'custom-title', customTitle, sessionId: 's' }])
    const shown = async () => {
      scope.reads.clear()
      const found = await scope.reads.conversation('s')
      return [found?.title, found?.derivedTitle]
    }
    let file = `${linesOf(entries('u1 a1<u1'))}${named('New chat')}`
    const next = async (more: string) => {
      file += more
      await imports(scope, file)
      return shown()
    }
    assert.deepEqual(await next(''), [null, 'says u1'])
    assert.deepEqual(await next(named('<command-name>/x</command-name>')), ['/x', 'says u1'])
    assert.deepEqual(await next(named('Named by the tool')), ['Named by the tool', 'says u1'])
    await updateConversation(scope, { id: 's', title: 'Mine' })
    assert.deepEqual(await next(named('Another')), ['Mine', 'says u1'])
  })
})
