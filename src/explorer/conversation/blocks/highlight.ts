import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = { bash, css, diff, go, java, json, python, rust, sql, typescript, xml, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
hljs.registerAliases(['js', 'jsx', 'tsx', 'javascript'], { languageName: 'typescript' })

/** A piece of code: its text, or pieces of one kind. */
export type Token = string | { readonly scope: string; readonly children: readonly Token[] }

/** What the highlighter keeps of a text before it would write HTML, which is never asked of it. */
interface Node {
  readonly scope?: string
  readonly children: readonly (string | Node)[]
}

const longest = 20_000

/** Returns code in its pieces; a single one where its language is not known. */
export function tokensOf(text: string, language: string | null): readonly Token[] {
  if (language === null || !hljs.getLanguage(language) || text.length > longest) return [text]
  const { _emitter } = hljs.highlight(text, { language, ignoreIllegals: true })
  return (_emitter as unknown as { readonly rootNode: Node }).rootNode.children.flatMap(tokenOf)
}

function tokenOf(node: string | Node): Token[] {
  if (typeof node === 'string') return [node]
  const children = node.children.flatMap(tokenOf)
  // A part in another language has no kind of its own.
  return node.scope === undefined ? children : [{ scope: node.scope.split(/[.:]/, 1)[0] ?? '', children }]
}
