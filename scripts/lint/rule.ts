import ts from 'typescript'

/** What a rule says of a place in the source. */
export interface Finding {
  readonly at: ts.Node
  readonly says: string
}

/** A rule of our own, asked of every piece of a file: what it finds there. */
export type Rule = (node: ts.Node, checker: ts.TypeChecker) => readonly Finding[]

/** Returns the expression without brackets and without what its type is said to be. */
export function bare(node: ts.Node): ts.Node {
  return isWrapped(node) ? bare(node.expression) : node
}

/** Returns the outermost of an expression's brackets and of what its type is said to be. */
export function wrapped(node: ts.Node): ts.Node {
  return isWrapped(node.parent) && node.parent.expression === node ? wrapped(node.parent) : node
}

const isWrapped = (node: ts.Node) =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isSatisfiesExpression(node)
