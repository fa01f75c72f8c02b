import ts from 'typescript'
import { bare, wrapped, type Finding, type Rule } from './rule.ts'

const says = {
  read: 'A text that may be "constructor" looks up a member: use own(), Object.hasOwn or a Map.',
  set: 'A text that may be "__proto__" names a member that is set: use setOwn(), Object.fromEntries or a Map.',
  asked: '`in` finds what every object inherits: use Object.hasOwn or a Map.',
} as const

/**
 * The rule `own-members`: a member of a plain object that any text may name is looked up by own() or Object.hasOwn, set by setOwn(), or
 * stands in a Map. `table['constructor']` is a function that every object has, and an assignment to `__proto__` changes what an object inherits.
 */
export const ownMembers: Rule = (node, checker) => {
  if (ts.isElementAccessExpression(node)) {
    if (isWalked(node, checker) || !isForeign(node.argumentExpression, checker)) return []
    if (isSet(node)) return found(node, 'set')
    return isChecked(node) ? [] : found(node, 'read')
  }
  const name = takenApart(node)
  if (name) return isForeign(name.expression, checker) ? found(name, 'read') : []
  const isAsked = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
  return isAsked && !ts.isPrivateIdentifier(node.left) && isForeign(node.left, checker) ? found(node, 'asked') : []
}

const found = (at: ts.Node, kind: keyof typeof says): Finding[] => [{ at, says: says[kind] }]

/** Whether an expression may be any text, and is none of a few that stand there. */
function isForeign(node: ts.Node, checker: ts.TypeChecker): boolean {
  const text = bare(node)
  return isText(checker.getTypeAtLocation(text)) && !isListed(text, checker)
}

const anyText = ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any | ts.TypeFlags.Unknown

/** Whether a value may be any text: one of a union of certain texts may not. */
const isText = (type: ts.Type): boolean =>
  type.isUnionOrIntersection() ? type.types.some(isText) : (type.flags & anyText) !== 0

/** The computed name by which a pattern takes a member out of an object. */
function takenApart(node: ts.Node): ts.ComputedPropertyName | null {
  if (ts.isBindingElement(node)) return computed(node.propertyName)
  return ts.isPropertyAssignment(node) && isPattern(node.parent) ? computed(node.name) : null
}

const computed = (name: ts.PropertyName | undefined) => (name && ts.isComputedPropertyName(name) ? name : null)

/** Whether a literal is no new object, but says what is taken out of one. */
function isPattern(literal: ts.Node): boolean {
  const outer = wrapped(literal)
  const { parent } = outer
  if (ts.isPropertyAssignment(parent)) return parent.initializer === outer && isPattern(parent.parent)
  if (ts.isArrayLiteralExpression(parent)) return isPattern(parent)
  if (ts.isForOfStatement(parent)) return parent.initializer === outer
  return ts.isBinaryExpression(parent) && isAssignment(parent.operatorToken.kind) && parent.left === outer
}

const isAssignment = (kind: ts.SyntaxKind) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

function isSet(node: ts.ElementAccessExpression): boolean {
  const outer = wrapped(node)
  const { parent } = outer
  if (ts.isBinaryExpression(parent)) return isAssignment(parent.operatorToken.kind) && parent.left === outer
  if (ts.isDeleteExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true
  return ts.isPrefixUnaryExpression(parent) && steps.has(parent.operator)
}

const steps = new Set<ts.SyntaxKind>([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken])

/** Whether Object.hasOwn is asked for the same member in the same function. */
function isChecked({ expression, argumentExpression, parent }: ts.ElementAccessExpression): boolean {
  const wanted = `Object.hasOwn(${textOf(expression)}, ${textOf(argumentExpression)})`
  for (let node = parent; !ts.isSourceFile(node); node = node.parent)
    if (ts.isFunctionLike(node) && node.getText().includes(wanted)) return true
  return false
}

const textOf = (node: ts.Node) => bare(node).getText()

/** Whether a text is one of those that stand in a list of constants right there, each in its turn. */
function isListed(node: ts.Node, checker: ts.TypeChecker): boolean {
  const list = listOf(node, checker)
  return (
    list !== null && ts.isArrayLiteralExpression(list) && list.elements.length > 0 && list.elements.every(isLiteral)
  )
}

const isLiteral = (node: ts.Node) => ts.isStringLiteral(node) || ts.isNumericLiteral(node)

/** Whether a member is one of those that are gone through by `for … in` of the same object. */
function isWalked(node: ts.ElementAccessExpression, checker: ts.TypeChecker): boolean {
  if (isSet(node)) return false
  const declared = declarationOf(bare(node.argumentExpression), checker)?.parent.parent
  return (
    declared !== undefined && ts.isForInStatement(declared) && textOf(declared.expression) === textOf(node.expression)
  )
}

/** The list whose items a variable stands for: of `for … of`, or that a function is called for by a method of it. */
function listOf(node: ts.Node, checker: ts.TypeChecker): ts.Node | null {
  const declaration = declarationOf(node, checker)
  if (!declaration) return null
  const of = declaration.parent.parent
  if (ts.isForOfStatement(of)) return bare(of.expression)
  if (!ts.isParameter(declaration) || declaration.parent.parameters[0] !== declaration) return null
  const call = wrapped(declaration.parent).parent
  return ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)
    ? bare(call.expression.expression)
    : null
}

/** Where a variable or a parameter that a name stands for is declared. */
function declarationOf(
  node: ts.Node,
  checker: ts.TypeChecker,
): ts.VariableDeclaration | ts.ParameterDeclaration | null {
  const declared = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
  return declared && (ts.isVariableDeclaration(declared) || ts.isParameter(declared)) ? declared : null
}
