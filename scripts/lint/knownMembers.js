import ts from 'typescript'

/**
 * The rule `known-members`: what an object literal holds is known where it goes, also where it comes there by a constant or by a
 * spread, of which the compiler asks nothing: an option that was renamed would be passed on, and read by nobody.
 */
export const knownMembers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unknown: 'Nobody reads "{{name}}": no type that it is passed to knows it.' },
  },
  create(context) {
    const { sourceCode } = context
    const { program, esTreeNodeToTSNodeMap } = sourceCode.parserServices
    const checker = program.getTypeChecker()
    const wantedAt = (node) => checker.getContextualType(esTreeNodeToTSNodeMap.get(node))

    return {
      'ObjectExpression > SpreadElement > ObjectExpression'(literal) {
        const wanted = wantedAt(literal.parent.parent)
        if (wanted) report(literal, [wanted])
      },
      'VariableDeclaration[kind="const"] > VariableDeclarator[init.type="ObjectExpression"]'(declarator) {
        if (declarator.id.type !== 'Identifier' || declarator.id.typeAnnotation) return
        const [variable] = sourceCode.getDeclaredVariables(declarator)
        const places = variable.references.flatMap(({ identifier, init }) => (init ? [] : [placeOf(identifier)]))
        if (places.length === 0 || places.some((place) => place === null)) return
        const wanted = places.map(wantedAt)
        if (wanted.every((type) => type !== undefined)) report(declarator.init, wanted)
      },
    }

    /** Reports the members of a literal that none of the types knows which it goes to. */
    function report({ properties }, wanted) {
      for (const { type, key, computed } of properties) {
        const name = type === 'Property' && !computed ? (key.name ?? String(key.value)) : '--'
        // A style may have any property that begins so.
        if (!name.startsWith('--') && !wanted.some((each) => isKnown(each, name)))
          context.report({ node: key, messageId: 'unknown', data: { name } })
      }
    }

    /** Whether a type, or one of a union, has a member of that name, or may have any. */
    function isKnown(type, name) {
      if (type.isUnionOrIntersection())
        return type.types.some((each) => (each.flags & nothing) === 0 && isKnown(each, name))
      if ((type.flags & ts.TypeFlags.Object) === 0) return true
      const members = checker.getPropertiesOfType(type)
      const mayHaveAny = members.length === 0 || checker.getIndexInfosOfType(type).length > 0
      return mayHaveAny || members.some((each) => each.name === name)
    }
  },
}

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null

/** The expression whose type says what is wanted of a constant where it is used; null where it is used otherwise. */
function placeOf(node) {
  const { parent } = node
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') return parent.callee === node ? null : node
  if (parent.type === 'Property' && parent.value === node && parent.parent.type === 'ObjectExpression') return node
  return parent.type === 'SpreadElement' && parent.parent.type === 'ObjectExpression' ? parent.parent : null
}
