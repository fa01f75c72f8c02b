import { GraphQLError, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql'
import { boundedCache } from '../../app/read/caches/boundedCache.ts'
import { maxLexicalTokens } from '../../graphql/apollo.ts'

/** A document that was read and checked: null when it cannot be read. */
export interface ReadDocument {
  readonly document: DocumentNode | null
  readonly errors: readonly GraphQLError[]
}

/** Reads and checks documents; those that many ask are read once, and held once. */
export interface Documents {
  read(query: string): ReadDocument
}

/** How many documents are remembered, and up to which length: a tree is many times as large as its text. */
const remembered = 200
const longest = 8_000

/** Returns the documents of a schema. */
export function documentsOf(schema: GraphQLSchema): Documents {
  const known = boundedCache<ReadDocument>(remembered)
  return {
    read(query) {
      const result = known.get(query)
      if (result) return result
      const read = readDocument(schema, query)
      if (read.errors.length === 0 && query.length <= longest) known.set(query, read)
      return read
    },
  }
}

function readDocument(schema: GraphQLSchema, query: string): ReadDocument {
  try {
    const document = parse(query, { maxLexicalTokens })
    const errors = validate(schema, document)
    if (errors.length > 0) return { document, errors: coded(errors, 'GRAPHQL_VALIDATION_FAILED') }
    // Places in the text are most of a tree's size, and of use only where something is wrong with it.
    return { document: parse(query, { maxLexicalTokens, noLocation: true }), errors: [] }
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError)) throw thrown
    return { document: null, errors: coded([thrown], 'GRAPHQL_PARSE_FAILED') }
  }
}

/** Returns errors with a code. */
export function coded(errors: readonly GraphQLError[], code: string): GraphQLError[] {
  return errors.map(
    ({ message, nodes = null, source = null, positions = null, path = null }) =>
      new GraphQLError(message, { nodes, source, positions, path, extensions: { code } }),
  )
}
