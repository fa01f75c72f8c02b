import type { Places } from './nastyStore.ts'

/** A query that was written to be dear. */
export interface NamedQuery {
  readonly name: string
  readonly text: string
}

/** Returns one field so many times, each under a name of its own. */
export function times(count: number, field: (number: number) => string): string {
  return `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`
}

const blocks = `content { __typename ... on TextBlock { text } ... on ThinkingBlock { thinking } ... on ToolCallBlock { callId name input }
  ... on ToolResultBlock { callId content isError } ... on OtherBlock { value } }`
const observed = `id nodeId kind role text fields observedAt ingestedAt priority metadata turn depth pathHash contentHash isLeaf`

/** Returns the queries that people and measurements have found dear, and those that are like them. */
export function nastyQueries(places: Places): NamedQuery[] {
  const { root, head, deep, star, nested } = places
  const conversation = (id: string, selection: string) => `conversation(id: "${id}") { ${selection} }`
  const observation = (id: string, selection: string) => `observation(id: "${id}") { ${selection} }`
  const one = (selection: string) => `{ ${selection} }`
  const queries: Readonly<Record<string, string>> = {
    ...usual(places),
    'paths of paths': one(
      `context(conversationId: "talk-0") { observation { path(to: "${root}") { path(to: "${head}") { id } } } }`,
    ),
    'paths, no read below': one(
      `context(conversationId: "talk-0") { observation { path(to: "${root}") { id depth turn kind role } } }`,
    ),
    'contexts by alias': times(400, () => `context(conversationId: "talk-0") { position }`),
    'contexts of everything': times(30, (i) => `context(conversationId: "talk-${i % 20}") { text role ${blocks} }`),
    'contexts with deletions': times(400, () => `context(conversationId: "talk-1") { position }`),
    'recent turns by alias': times(400, () => conversation('talk-0', 'recentTurns(n: 1000) { position }')),
    'transcripts by alias, no nodes': times(400, () => conversation('talk-0', 'transcript(first: 100) { totalCount }')),
    'transcripts with everything': times(60, (i) =>
      conversation(
        `many-${i * 4}`,
        `transcript(first: 100) { nodes { position role text ${blocks} message { id text deleted } observation { ${observed} } } }`,
      ),
    ),
    'exports by alias': times(
      400,
      (i) => `export(conversationId: "talk-${i % 20}", format: CLAUDE_CODE, wholeTree: true)`,
    ),
    'export of the long chain': one(`export(conversationId: "chain", format: CLAUDE_CODE)`),
    'verifyPath by alias': times(400, () => `verifyPath(observationId: "${deep}") { valid }`),
    'verifyPath of short paths': times(400, () => `verifyPath(observationId: "${head}") { valid }`),
    'integrity by alias': times(400, (i) => `integrity(conversationId: "many-${i % 260}") { ok }`),
    'integrity of the long chain': one('integrity(conversationId: "chain") { ok }'),
    'integrity of the star': one('integrity(conversationId: "star") { ok }'),
    'trees by alias': times(400, () => conversation('star', 'tree(maxNodes: 10000)')),
    'trees unfolded by alias': times(400, (i) => conversation('chain', `tree(maxNodes: ${10_000 - i}, unfold: true)`)),
    'trees of a chain by alias': times(400, (i) => conversation('chain', `tree(maxNodes: ${10_000 - i})`)),
    'schemas by alias': times(300, () => '__schema { types { name fields { name type { name } } } }'),
    'types by alias': times(
      1500,
      () => '__type(name: "Conversation") { name fields { name description args { name } } }',
    ),
    'lists of lists of titles': one(
      `conversations(first: 100) { nodes { title preview forks(first: 100) { nodes { title preview } } } }`,
    ),
    'filtered by title, by alias': times(
      400,
      (i) => `conversations(first: 1, filter: { title: "no such ${i}" }) { totalCount nodes { id } }`,
    ),
    'filtered by metadata, by alias': times(
      400,
      (i) => `conversations(first: 1, filter: { metadata: { none: ${i} } }) { totalCount }`,
    ),
    'descendants by alias': times(400, (i) =>
      observation(root, `descendants(first: 100, maxDepth: ${i + 5}) { totalCount }`),
    ),
    'counts of descendants': times(50, (i) =>
      observation(deep, `parent { descendants(first: 1, maxDepth: ${i + 1}) { totalCount } }`),
    ),
    'count of all descendants': one(observation(root, 'descendants(first: 1) { totalCount }')),
    'leaves below, counted': times(50, (i) => observation(star, `leaves(first: ${i + 1}) { totalCount }`)),
    'conversations that hold, counted': times(50, (i) =>
      observation(star, `conversations(first: ${i + 1}) { totalCount }`),
    ),
    'conversations that hold the nested root': times(50, (i) =>
      observation(nested, `conversations(first: ${i + 1}) { totalCount nodes { id } }`),
    ),
    'leaves below the nested root': one(observation(nested, 'leaves(first: 100) { totalCount nodes { id } }')),
    'lineages of forks of forks': times(400, (i) =>
      conversation(`nested-${399 - (i % 50)}`, 'lineage { turn conversation { id title } }'),
    ),
    'children of the star': times(400, (i) =>
      observation(star, `children(first: ${(i % 100) + 1}) { totalCount nodes { text } }`),
    ),
    'siblings of siblings': one(
      observation(star, 'children(first: 100) { nodes { siblings(first: 100) { nodes { id depth } } } }'),
    ),
    'ancestors of ancestors': one(
      observation(deep, 'ancestors(first: 100) { nodes { ancestors(first: 100) { nodes { id text } } } }'),
    ),
    'ancestors from many places': times(40, (i) =>
      conversation(
        `many-${i}`,
        'transcript(first: 100) { nodes { observation { ancestors(last: 20) { nodes { id } } } } }',
      ),
    ),
    'snapshots as of many times': times(
      400,
      (i) =>
        `message(id: "again:t") { snapshot(at: "2040-01-01T00:00:${String(i % 60).padStart(2, '0')}.${i}Z") { fields } }`,
    ),
    'history of a turn, counted': times(
      400,
      (i) => `message(id: "again:t") { observations(first: ${(i % 100) + 1}) { totalCount } }`,
    ),
    'edges of a hub': times(
      100,
      (i) =>
        `entity(id: "hub") { relationships(first: ${i + 1}) { totalCount nodes { source { ... on Message { id text } } } } }`,
    ),
    'edges of edges': one(
      'entity(id: "hub") { relationships(first: 100) { nodes { source { ... on Message { relationships(first: 50) { nodes { target { ... on Entity { relationships(first: 20) { nodes { id } } } } } } } } } } }',
    ),
    'large turns by alias': times(400, () => conversation('big', 'head { text }')),
    'large turns, a page': one(conversation('big', `transcript(first: 100) { nodes { text ${blocks} } }`)),
    'large turns, pages by alias': times(100, (i) =>
      conversation('big', `transcript(first: ${(i % 60) + 40}) { nodes { text message { text } } }`),
    ),
    'large turns, ids alone': times(100, (i) =>
      conversation('big', `transcript(first: ${(i % 60) + 40}) { nodes { position } }`),
    ),
    'large turns by node id': one(
      conversation(
        'big',
        `observations(first: 100) { nodes { text fields ${blocks} message { text snapshot { fields } } } }`,
      ),
    ),
    'runs of runs': one(
      conversation('talk-2', 'runs(first: 100) { nodes { conversation { runs(first: 100) { nodes { id state } } } } }'),
    ),
    'events of events': one(
      conversation(
        'star',
        'events(first: 100) { nodes { conversation { events(first: 100) { nodes { id details } } } } }',
      ),
    ),
    'common ancestors': times(
      1000,
      (i) => `commonAncestor(a: { conversationId: "nested-${i % 400}" }, b: { conversationId: "star-${i}" }) { id }`,
    ),
    'is it an ancestor': times(2000, () => observation(head, `isAncestorOf(id: "${deep}")`)),
    'pages of a long chain': one(
      conversation(
        'chain',
        'observations(first: 100) { nodes { siblings(first: 50) { nodes { id } } children(first: 20) { nodes { id text } } } }',
      ),
    ),
    'the deepest nesting': one(
      `context(conversationId: "talk-0") { ${'observation { parent '.repeat(0)} observation { message { conversation { head { message { conversation { head { parent { parent { parent { id text } } } } } } } } } } }`,
    ),
    'a thousand nodes': `{ nodes(nodeIds: ${JSON.stringify(Array.from({ length: 100 }, (_, i) => places.nodes[i % places.nodes.length]))}) { ... on Conversation { recentTurns(n: 1000) { text } } } }`,
  }
  return Object.entries(queries).map(([name, text]) => ({ name, text }))
}

/** What clients ask all day: it must be answered. */
export function usual({ conversations }: Places): Readonly<Record<string, string>> {
  const [talk = ''] = conversations
  return {
    'usual: a context of 1,000 turns': `{ context(conversationId: "${talk}") { ${blocks} } }`,
    'usual: a context with roles and ids': `{ context(conversationId: "${talk}") { position role synthetic: deleted text observation { id } message { id turnId } ${blocks} } }`,
    'usual: a context of 10,000 turns': `{ context(conversationId: "long") { role text ${blocks} } }`,
    'usual: a transcript of 100': `{ conversation(id: "${talk}") { title transcript(last: 100) { totalCount pageInfo { hasPreviousPage startCursor }
      nodes { position role text ${blocks} message { id turnId } observation { id model usage { inputTokens } metadata } } } } }`,
    'usual: a list of 50 conversations': `{ conversations(first: 50) { totalCount pageInfo { hasNextPage endCursor } nodes { id title preview turnCount updatedAt
      head { id ancestors(last: 5) { nodes { id text } } } } } }`,
    'usual: 50 conversations with 50 turns each': `{ conversations(first: 50) { nodes { id title forks { nodes { id } } transcript(first: 50) {
      nodes { position role text message { id turnId } observation { id parent { id } metadata usage { inputTokens } } } } } } }`,
    'usual: the last 1,000 turns': `{ conversation(id: "${talk}") { recentTurns(n: 1000) { position role text ${blocks} } } }`,
    'usual: a tree': `{ conversation(id: "star") { treeShape { nodes leaves } tree leaves(first: 50) { nodes { id } } } }`,
  }
}
