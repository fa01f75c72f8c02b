/** What is asked about conversations that came in, most of what the API can say and do. */
export interface Question {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

const event = `id seq kind at principal { kind id label scopes } actor note pathHash details headFrom { id } headTo { id }
  observationCount observations { id }`
const shape = 'nodes roots leaves branchPoints versionPoints sidechains toolCalls'
const sums = 'inputTokens outputTokens cacheReadTokens cacheWriteTokens costUsd answers'
const observation = `id kind role text content { __typename } fields observedAt ingestedAt priority sourceKind senderId senderKind
  model usage { inputTokens outputTokens costUsd answerId } runId metadata turn depth pathHash contentHash isLeaf annotations
  parent { id } parents { id } copyOf { id } attachments { id byteSize mediaType uri }`
const page = 'first: 20'

const conversation = `query ($id: ID!) { conversation(id: $id) {
  id title preview turnCount createdAt updatedAt deletedAt origin cwd metadata head { ${observation} }
  treeShape { ${shape} } usage { ${sums} } tree lineage { conversation { id } } forkedFrom { conversation { id } turn pathHash }
  spawnedBy { id } sidechains { nodes { id } } forks(${page}) { totalCount nodes { id } } leaves(${page}) { nodes { id } }
  events(first: 100) { nodes { ${event} } } checkpoints { nodes { ${event} } } headHistory { nodes { ${event} } }
  runs { nodes { runId state claimedAt completedAt completionSeq pendingRequest pendingQuestionId } } activeRun { runId }
  messages(first: 30) { totalCount nodes { id role text content { __typename } supersedes { id } supersededBy { id }
    relationships { nodes { id type metadata } } observations { nodes { id priority } } } }
  observations(first: 100) { totalCount nodes { ${observation} } }
  stretches(first: 100) { nodes { __typename length turns alike } } relationships(includeDeleted: true) { nodes { id type metadata } }
  recentTurns { __typename } } }`
const transcripts = `query ($id: ID!) { conversation(id: $id) {
  raw: transcript(view: RAW, first: 50) { nodes { position observation { id } } }
  now: transcript(values: CURRENT, includeDeleted: true, last: 50) { nodes { position } }
  at: transcript(view: CONTEXT, asOf: "2026-06-01T00:00:00Z") { nodes { position } }
  context { __typename } contextMessages(format: ANTHROPIC) contextSystem } integrity(conversationId: $id) { damage findings { code message } } }`
const exported = (format: string) =>
  `query ($id: ID!) { export(conversationId: $id, format: ${format}, wholeTree: true) }`
const diff = `query ($id: ID!, $other: ID!) { diff(base: { conversationId: $id }, target: { conversationId: $other }) {
  baseOnlyCount targetOnlyCount commonAncestor { id } changed { textDiff } baseStats { turns costUsd } targetStats { inputTokens } } }`
const all = `{ entities { nodes { id type name snapshot { fields provenance observationCount unknownFields computedAt }
    observations(first: 20) { nodes { id priority fields } } relationships { nodes { id } } } }
  conversations { totalCount nodes { id turnCount title preview } } analytics { conversations messages observations rewinds tools { name calls } }
  search(text: "hello") { nodes { __typename } } directories { totalCount } events { totalCount nodes { id kind conversation { id } } } }`
const acts = [
  'mutation ($id: ID!) { storeTurn(input: { conversationId: $id, role: USER, text: "more" }) { observation { id } } }',
  'mutation ($id: ID!) { forkConversation(input: { source: $id }) { conversation { id turnCount } } }',
  'mutation ($id: ID!) { rewindConversation(input: { conversationId: $id, to: { turn: 1 } }) { conversation { id } } }',
  'mutation ($id: ID!) { undo(input: { conversationId: $id }) { conversation { id } } }',
  'mutation { relate(input: { type: REFERS_TO, source: { entityId: "p2" }, target: { entityId: "p3" } }) { relationship { id } } }',
  'mutation { storeEntity(input: { id: "p2", type: "person", name: "New" }) { entity { id name } } }',
  'mutation ($id: ID!) { repair(input: { conversationId: $id }) { __typename } }',
  'mutation ($id: ID!) { deleteConversation(input: { id: $id }) { conversation { id } } }',
]

/** Returns the questions, reads before what writes. */
export function questions(ids: readonly string[]): Question[] {
  const of = (query: string, id: string, other = id) => ({
    query,
    variables: query.includes('$other') ? { id, other } : query.includes('$id') ? { id } : {},
  })
  const reads = ids.flatMap((id) =>
    [conversation, transcripts, ...['NDJSON', 'ORIGINAL', 'MARKDOWN', 'OPENAI'].map(exported)].map((query) =>
      of(query, id),
    ),
  )
  const [first = ''] = ids
  const diffs = ids.map((id) => of(diff, id, first))
  return [...reads, ...diffs, of(all, first), ...acts.map((query) => of(query, first)), of(transcripts, first)]
}
