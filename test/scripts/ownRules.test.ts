/** What asks the rules of our own: which files, and what lets a line pass. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import ts from 'typescript'
import { compiledSources } from '../../scripts/lint/ask.ts'
import type { Rule } from '../../scripts/lint/rule.ts'
import { root } from '../../scripts/root.ts'
import { lintFindings } from '../support/lintFindings.ts'

/** A rule that finds every place named `wrong`. */
const noWrong: Rule = (node) =>
  ts.isIdentifier(node) && node.text === 'wrong' ? [{ at: node, says: 'It is wrong.' }] : []

describe('the rules of our own', () => {
  it('are asked of every file of src, once', () => {
    const asked = compiledSources().flatMap(({ files }) => files.map((file) => relative(root, file)))
    const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    const all = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join('src', name))
    assert.ok(all.length > 1000)
    assert.deepEqual(asked.sort(), all.sort())
  })

  it('say file, line and column, and let a line pass that a comment with the name of the rule and a reason stands before', () => {
    assert.deepEqual(lintFindings(noWrong, '', '  wrong'), ['example.ts:2:3: It is wrong. (rule)'])
    assert.deepEqual(lintFindings(noWrong, '// rule: it is meant', 'wrong'), [])
    assert.deepEqual(lintFindings(noWrong, '// rule:', 'wrong').length, 1)
    assert.deepEqual(lintFindings(noWrong, '// other: it is meant', 'wrong').length, 1)
  })
})
