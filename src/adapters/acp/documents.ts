/** What is asked of the graph, as GraphQL. */

const refused = 'userErrors { code message field details }'
const content = `
  content {
    __typename
    ... on TextBlock { text }
    ... on ThinkingBlock { thinking }
    ... on ToolCallBlock { callId name input }
    ... on ToolResultBlock { callId result: content isError }
    ... on AttachmentBlock { attachment { id mediaType byteSize uri } fileName kind }
    ... on OtherBlock { value }
  }`
const session =
  'id title cwd updatedAt deletedAt turnCount preview metadata head { id } forkedFrom { conversation { id } turn }'

export const findSession = `query AcpSession($id: ID!) { conversation(id: $id) { ${session} } }`

export const listSessions = `query AcpSessions($cwd: String, $after: String) {
  conversations(filter: { cwd: $cwd }, first: 50, after: $after) {
    nodes { ${session} }
    pageInfo { hasNextPage endCursor }
  }
}`

export const createSession = `mutation AcpCreate($input: CreateConversationInput!) {
  createConversation(input: $input) { conversation { ${session} } ${refused} }
}`

export const updateSession = `mutation AcpUpdate($input: UpdateConversationInput!) {
  updateConversation(input: $input) { conversation { id } ${refused} }
}`

export const deleteSession = `mutation AcpDelete($input: DeleteInput!) {
  deleteConversation(input: $input) { conversation { id } ${refused} }
}`

export const forkSession = `mutation AcpFork($input: ForkConversationInput!) {
  forkConversation(input: $input) { conversation { ${session} } sharedLength ${refused} }
}`

export const readPage = `query AcpPage($id: ID!, $after: String) {
  conversation(id: $id) {
    transcript(view: RAW, values: CURRENT, first: 100, after: $after) {
      nodes { role deleted message { id } observation { metadata } ${content} }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

export const readContext = `query AcpContext($id: ID!) {
  conversation(id: $id) { contextMessages(format: OPENAI_CHAT) }
}`

export const claimRun = `mutation AcpClaim($input: ClaimRunInput!) {
  claimRun(input: $input) { run { runId } ${refused} }
}`

export const completeRun = `mutation AcpComplete($input: RunInput!) {
  completeRun(input: $input) { run { state } ${refused} }
}`

export const abortRun = `mutation AcpAbort($input: RunInput!) {
  abortRun(input: $input) { run { state } ${refused} }
}`

export const storeTurns = `mutation AcpStore($input: StoreTurnsInput!) {
  storeTurns(input: $input) { results { message { id } } ${refused} }
}`
