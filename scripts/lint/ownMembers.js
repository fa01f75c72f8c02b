import ts from 'typescript'

/**
 * The rule `own-members`: a member of a plain object that any text may name is looked up by own() or Object.hasOwn, set by setOwn(), or
 * stands in a Map. `table['constructor']` is a function that every object has, and an assignment to `__proto__` changes what an object inherits.
 */
export const ownMembers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      read: 'A text that may be "constructor" looks up a member: use own(), Object.hasOwn or a Map.',
      set: 'A text that may be "__proto__" names a member that is set: use setOwn(), Object.fromEntries or a Map.',
      asked: '`in` finds what every object inherits: use Object.hasOwn or a Map.',
    },
  },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices
    const { sourceCode } = context
    const textOf = (node) => sourceCode.getText(bare(node))
    const isForeign = (node) =>
      node.type !== 'Literal' && isText(getTypeAtLocation(bare(node))) && !isListed(bare(node))
    const report = (node, messageId) => context.report({ node, messageId })

    return {
      MemberExpression(node) {
        if (!node.computed || isWalked(node) || !isForeign(node.property)) return
        if (isSet(node)) report(node, 'set')
        else if (!isChecked(node)) report(node, 'read')
      },
      'ObjectPattern > Property[computed=true]'(node) {
        if (isForeign(node.key)) report(node, 'read')
      },
      'BinaryExpression[operator="in"]'(node) {
        if (node.left.type !== 'PrivateIdentifier' && isForeign(node.left)) report(node, 'asked')
      },
    }

    /** Whether Object.hasOwn is asked for the same member in the same function. */
    function isChecked({ object, property, parent }) {
      const wanted = `Object.hasOwn(${textOf(object)}, ${textOf(property)})`
      return ancestorsOf(parent).some((each) => isFunction(each) && sourceCode.getText(each).includes(wanted))
    }

    /** Whether a text is one of those that stand in a list of constants right there, each in its turn. */
    function isListed(node) {
      return boundTo(node).some(
        ({ elements = [] }) => elements.length > 0 && elements.every(({ type }) => type === 'Literal'),
      )
    }

    /** Whether a member is one of those that are gone through by `for … in` of the same object. */
    function isWalked(node) {
      const walked = boundTo(bare(node.property), 'ForInStatement')
      return !isSet(node) && walked.some((each) => textOf(each) === textOf(node.object))
    }

    /** The lists whose items, or the objects whose names, a variable stands for. */
    function boundTo(node, loop = 'ForOfStatement') {
      if (node.type !== 'Identifier') return []
      const definition = findVariable(sourceCode.getScope(node), node.name)?.defs[0]
      const of = definition?.type === 'Variable' ? definition.node.parent.parent : definition?.node.parent
      if (of?.type === loop) return [of.right]
      const isFirst = definition?.type === 'Parameter' && definition.node.params[0] === definition.name
      const isCalled = isFirst && of?.type === 'CallExpression' && of.callee.type === 'MemberExpression'
      return loop === 'ForOfStatement' && isCalled ? [bare(of.callee.object)] : []
    }
  },
}

const anyText = ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any | ts.TypeFlags.Unknown

/** Whether a value may be any text: one of a union of certain texts may not. */
const isText = (type) => (type.isUnionOrIntersection() ? type.types.some(isText) : (type.flags & anyText) !== 0)

/** The expression without what its type is said to be. */
const bare = (node) => (/^TS(?:As|NonNull|Satisfies)Expression$/.test(node.type) ? bare(node.expression) : node)

const isFunction = ({ type }) => /Function|MethodDefinition/.test(type)
const ancestorsOf = (node) => (node ? [node, ...ancestorsOf(node.parent)] : [])
const findVariable = (scope, name) => scope && (scope.set.get(name) ?? findVariable(scope.upper, name))

function isSet({ parent, property }) {
  if (parent.type === 'AssignmentExpression') return parent.left.property === property
  return parent.type === 'UpdateExpression' || (parent.type === 'UnaryExpression' && parent.operator === 'delete')
}
