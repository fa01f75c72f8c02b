import ts from 'typescript'
import { bare, type Finding, type Rule } from './rule.ts'

/**
 * The rule `known-members`: what an object literal holds is known where it goes, also where it comes there by a constant or by a
 * spread, of which the compiler asks nothing: an option that was renamed would be passed on, and read by nobody.
 */
export const knownMembers: Rule = (node, checker) => {
  if (ts.isSpreadAssignment(node)) return inSpread(node, checker)
  return ts.isVariableDeclaration(node) ? inConstant(node, checker) : []
}

function inSpread(spread: ts.SpreadAssignment, checker: ts.TypeChecker): Finding[] {
  const literal = bare(spread.expression)
  const wanted = ts.isObjectLiteralExpression(literal) ? checker.getContextualType(spread.parent) : undefined
  return wanted && ts.isObjectLiteralExpression(literal) ? unknownOf(literal, [wanted], checker) : []
}

function inConstant(declaration: ts.VariableDeclaration, checker: ts.TypeChecker): Finding[] {
  const { name, type, initializer, parent } = declaration
  if (type || !ts.isIdentifier(name) || !initializer || !ts.isObjectLiteralExpression(initializer)) return []
  if ((parent.flags & ts.NodeFlags.Const) === 0) return []
  const places = usesOf(name, checker).map(placeOf)
  const wanted = places.flatMap((place) => (place && checker.getContextualType(place)) ?? [])
  return places.length > 0 && wanted.length === places.length ? unknownOf(initializer, wanted, checker) : []
}

/** The other places of a file that name what a name declares. */
function usesOf(name: ts.Identifier, checker: ts.TypeChecker): ts.Identifier[] {
  const declared = checker.getSymbolAtLocation(name)
  const uses: ts.Identifier[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== name && node.text === name.text && meantBy(node, checker) === declared)
      uses.push(node)
    ts.forEachChild(node, walk)
  }
  walk(name.getSourceFile())
  return uses
}

function meantBy(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = node
  if (ts.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent)
  if (ts.isExportSpecifier(parent)) return checker.getExportSpecifierLocalTargetSymbol(parent)
  return checker.getSymbolAtLocation(node)
}

/** The expression whose type says what is wanted of a constant where it is used; null where it is used otherwise. */
function placeOf(name: ts.Identifier): ts.Expression | null {
  const { parent } = name
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === name ? null : name
  if (ts.isShorthandPropertyAssignment(parent)) return name
  if (ts.isPropertyAssignment(parent)) return parent.initializer === name ? name : null
  return ts.isSpreadAssignment(parent) ? parent.parent : null
}

/** The members of a literal that none of the types knows which it goes to. */
function unknownOf(
  literal: ts.ObjectLiteralExpression,
  wanted: readonly ts.Type[],
  checker: ts.TypeChecker,
): Finding[] {
  return literal.properties.flatMap(({ name }) => {
    const named =
      name && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) ? name.text : '--'
    // A style may have any property that begins so.
    const isFine = named.startsWith('--') || wanted.some((type) => isKnown(type, named, checker))
    return isFine || !name
      ? []
      : [{ at: name, says: `Nobody reads "${named}": no type that it is passed to knows it.` }]
  })
}

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null

/** Whether a type, or one of a union, has a member of that name, or may have any. */
function isKnown(type: ts.Type, name: string, checker: ts.TypeChecker): boolean {
  if (type.isUnionOrIntersection())
    return type.types.some((each) => (each.flags & nothing) === 0 && isKnown(each, name, checker))
  if ((type.flags & ts.TypeFlags.Object) === 0) return true
  const members = checker.getPropertiesOfType(type)
  const mayHaveAny = members.length === 0 || checker.getIndexInfosOfType(type).length > 0
  return mayHaveAny || members.some((each) => each.name === name)
}
