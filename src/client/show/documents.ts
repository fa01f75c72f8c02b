/** What is asked of a thing that a person wants to see. Each kind has a query of its own name: their fields differ in type. */
const blocks = `content { __typename
  ... on TextBlock { text } ... on ThinkingBlock { thinking } ... on ToolCallBlock { callId name input }
  ... on ToolResultBlock { callId result: content isError } ... on OtherBlock { value }
  ... on AttachmentBlock { fileName attachment { id mediaType byteSize } } }`
const related = `__typename ... on Conversation { id } ... on Message { id } ... on Entity { id name } ... on Attachment { id }`
const edgesOf = (direction: 'BOTH' | 'OUTBOUND') =>
  `relationships(direction: ${direction}, first: 20) { nodes { id type label source { ${related} } target { ${related} } } totalCount }`

const fields = {
  Conversation: `id title origin turnCount createdAt updatedAt deletedAt cwd metadata
    head { id turn } spawnedBy { id } activeRun { runId state }
    forkedFrom { conversation { id } turn }
    treeShape { leaves branchPoints sidechains }
    transcript(last: $last) {
      nodes { role text deleted message { id } observation { id turn observedAt } ${blocks} }
      pageInfo { hasPreviousPage }
    }
    ${edgesOf('OUTBOUND')}`,
  Message: `id turnId role deleted conversation { id title } ${blocks}
    snapshot { observationCount computedAt fields }
    supersedes { id } supersededBy { id }
    observations(first: 20) { nodes { id kind turn observedAt text } totalCount } ${edgesOf('BOTH')}`,
  Observation: `id observed: kind role turn depth observedAt ingestedAt senderId model runId pathHash contentHash isLeaf fields
    conversation { id title } message { id } entity { id name } relationship { id }
    parent { id } copyOf { id } usage { inputTokens outputTokens costUsd } ${blocks}`,
  Run: `id runId state claimedAt completedAt completionSeq pendingRequest pendingQuestionId conversation { id title }`,
  Entity: `id type name deleted mergedInto { id } snapshot { observationCount computedAt fields } ${edgesOf('BOTH')}`,
  Relationship: `id type label metadata createdAt deletedAt source { ${related} } target { ${related} }`,
  Attachment: `id mediaType byteSize uri downloadUrl embeddedIn(first: 20) { nodes { id } totalCount }`,
  Event: `id seq event: kind at conversation { id title } actor note pathHash details`,
} as const
export type ShownKind = keyof typeof fields
export const shownKinds = Object.keys(fields) as readonly ShownKind[]

/** Everything that has one id, by its kind; null for a kind that has none. */
export const thingById = `query (${shownKinds.map((kind) => `$${kind}: ID!`).join(', ')}, $last: Int!) {
  ${shownKinds.map((kind) => `${kind}: node(nodeId: $${kind}) { ... on ${kind} { ${fields[kind]} } }`).join('\n  ')}
}`

const pageInfo = 'pageInfo { hasNextPage endCursor }'
const withinConversation = (list: string, field: string) => `query ($id: ID!, $after: String) {
  conversation(id: $id) { page: ${list}(first: 100, after: $after) { nodes { id: ${field} } ${pageInfo} } }
}`
/** The ids of what lies in a conversation. */
export const idsWithin = {
  Observation: withinConversation('observations', 'id'),
  Message: withinConversation('messages', 'turnId'),
  Run: withinConversation('runs', 'runId'),
}
export const entityIds = `query ($after: String) { page: entities(first: 100, after: $after) { nodes { id } ${pageInfo} } }`
export const conversationIds = `query ($after: String) {
  page: conversations(first: 100, after: $after, filter: { includeDeleted: true }) { nodes { id } ${pageInfo} }
}`
