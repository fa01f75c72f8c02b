import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../../scripts/root.ts'

/** A text in the source that is Cypher, or a part of it; what is put into it stands there as `${…}`. */
export interface CypherText {
  readonly file: string
  readonly text: string
}

/** Returns every text of a folder that names a label between round brackets, as Cypher's patterns do. */
export function cypherTexts(folder: string): CypherText[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? cypherTexts(path) : textsIn(path).map((text) => ({ file: path, text }))
  })
}

function textsIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) texts.push(node.getText().slice(1, -1))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts.filter((text) => patternsIn(text).length > 0 || /queryNodes\(/.test(text))
}

/** A node of a pattern: its clause, the name it is bound to, and what stands before and after it. */
interface Pattern {
  readonly shown: string
  readonly name: string
  readonly members: string
  readonly clause: string
  readonly before: string
}

const clauses = /\b(?=(?:OPTIONAL MATCH|MATCH|MERGE|CREATE|RETURN|UNWIND|FOREACH|CALL|UNION)\b)(?<!OPTIONAL )/
const node = /\(\s*(\w*|\$\{node\})\s*(:\s*(?:\w|[&!:]|\$\{[^}]*\})+)?\s*(\{[^}]*)?(?=[)}\s])/g

function patternsIn(text: string): Pattern[] {
  return text.split(clauses).flatMap((clause) =>
    [...clause.matchAll(node)]
      .filter(([, name = '', label]) => label !== undefined || name === '${node}')
      .map(({ index, 0: shown, 1: name = '', 3: members = '' }) => {
        return { shown, name, members, clause, before: clause.slice(0, index) }
      }),
  )
}

const asked = String.raw`(?:\$q|r|x)\.tenant\b`

/** Returns the nodes of a text that are found or made without saying whose they are. */
export function ofNobody({ text }: Pick<CypherText, 'text'>): string[] {
  const found = patternsIn(text).filter((pattern) => !saysWhose(pattern))
  const searched = /queryNodes\(/.test(text) && !isAsked(text, new RegExp(String.raw`WHERE \w+\.tenant = ${asked}`))
  return [...found.map(({ shown }) => shown.replaceAll(/\s+/g, ' ')), ...(searched ? ['queryNodes('] : [])]
}

/**
 * By a member or a condition of its clause; made of a row, which has all members; or at the other end of an edge, for edges
 * are made between nodes that say it.
 */
function saysWhose({ name, members, clause, before }: Pattern): boolean {
  if (new RegExp(String.raw`\{\s*tenant: ${asked}`).test(members)) return true
  const given = name === '${node}' ? String.raw`\$\{[^}]*\}` : String.raw`\b${name}`
  if (name && isAsked(clause, new RegExp(String.raw`${given}\.tenant = ${asked}`))) return true
  if (name && /^CREATE/.test(clause) && new RegExp(String.raw`\bSET ${given} (= [rx]\b|\+= x\b(?!\.))`).test(clause))
    return true
  return /\)(<?-\[[^\]]*\]->?)$/.test(before)
}

const condition = /\bWHERE\b[^]*?(?=\b(?:WHERE|WITH|RETURN|SET|DELETE|USING|ORDER BY)\b|$)/g

/** Says whether a clause asks for it, and takes nothing else instead: a condition with an OR beside it does. */
function isAsked(clause: string, predicate: RegExp): boolean {
  const conditions = [...clause.matchAll(condition)].map(([text]) => text).filter((text) => predicate.test(text))
  return predicate.test(clause) && conditions.every((text) => !/\bOR\b/.test(withoutBrackets(text)))
}

function withoutBrackets(text: string): string {
  const shorter = text.replaceAll(
    /\$\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|\bCASE\b(?:(?!\bCASE\b)[^])*?\bEND\b/g,
    '',
  )
  return shorter === text ? text : withoutBrackets(shorter)
}
