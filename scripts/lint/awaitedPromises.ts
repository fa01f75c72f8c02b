import ts from 'typescript'
import type { Finding, Rule } from './rule.ts'

/**
 * The rule `awaited-promises`: a function that returns a promise is passed to nobody who wants nothing back, for nobody would wait for
 * it, or hear that it failed. What `finally` is given is waited for, whatever its type says.
 */
export const awaitedPromises: Rule = (node, checker) => {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return []
  const { expression } = node
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'finally') return []
  const callee = checker.getTypeAtLocation(expression)
  // Another form of the function may wait for what it is given.
  const forms = ts.isNewExpression(node) ? callee.getConstructSignatures() : callee.getCallSignatures()
  return (node.arguments ?? []).flatMap((given, at): Finding[] => {
    const wanted = checker.getContextualType(given)
    const others = forms.flatMap(({ parameters }) => parameters[at] ?? [])
    const returned = [wanted, ...others.map((each) => checker.getTypeOfSymbolAtLocation(each, node))].flatMap(returnsOf)
    if (!wanted || !returnsOf(wanted).some(isVoid) || !returned.every(isVoid)) return []
    const isLost = returnsOf(checker.getTypeAtLocation(given)).some((type) => isPromise(type))
    return isLost ? [{ at: given, says: 'Nobody waits for the promise that this returns.' }] : []
  })
}

/** What functions of a type, or of those of a union, return. */
function returnsOf(type: ts.Type | undefined): ts.Type[] {
  if (!type) return []
  return type.isUnion()
    ? type.types.flatMap(returnsOf)
    : type.getCallSignatures().map((signature) => signature.getReturnType())
}

const isVoid = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Void) !== 0
const isPromise = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isPromise) : type.getProperty('then') !== undefined
