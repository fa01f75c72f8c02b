import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addition, whyWithout } from '../scripts/additions.ts'
import { root } from '../scripts/root.ts'
import { startApi, type Api } from './graphql/support/api.ts'
import { storeTurn } from './graphql/support/talk.ts'
import { everyStore } from './support/storeSettings.ts'

interface Folder {
  readonly name: string
  readonly path: string
  /** Why it cannot be walked through here. */
  readonly skip: string | false
}
const folders: Folder[] = [
  { name: 'examples/claude-code', path: join(root, 'examples/claude-code'), skip: false },
  { name: 'the shared transcripts', path: addition('data/claude-code'), skip: whyWithout('data/claude-code') },
]

/** A conversation as the list shows it. */
interface Listed {
  readonly id: string
  readonly turnCount: number
  readonly treeShape: {
    readonly nodes: number
    readonly roots: number
    readonly leaves: number
    readonly branchPoints: number
  }
  readonly head: { readonly id: string; readonly depth: number; readonly pathHash: string } | null
}
interface Node {
  readonly id: string
  readonly depth: number
}
interface Page<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: {
    readonly hasNextPage?: boolean
    readonly hasPreviousPage?: boolean
    readonly startCursor?: string
  }
}
interface Verified {
  readonly valid: boolean
  readonly expected: string
  readonly stored: string
}
/** What the API says of two conversations that share their past. */
interface Proof {
  readonly commonAncestor: object
  readonly shared: Verified
  readonly source: { readonly head: Node }
  readonly fork: { readonly head: Node & { readonly parent: Node }; readonly forkedFrom: object }
}
/** What came of forking a conversation and going on in both. */
interface Walked {
  readonly source: string
  readonly fork: string
  readonly point: string
  readonly pathHash: string
}

// A person's whole way: bring transcripts in, look at them, fork one, go on in both, prove that the past is the same.
for (const folder of folders)
  for (const { name, skip, settings } of await everyStore())
    describe(`a walk through ${folder.name}, on ${name}`, { skip: skip || folder.skip }, () => {
      walk(folder, async () => startApi(await settings()))
    })

function walk({ path }: Folder, start: () => Promise<Api>): void {
  let api: Api
  let listed: readonly Listed[] = []
  const walked: Walked[] = []
  before(async () => {
    api = await start()
  })
  after(() => api.close())

  it('imports every file, and again without adding anything', async () => {
    for (const file of filesBelow(path)) {
      const first = await imported(api, file)
      assert.equal(first.added + first.unchanged, first.nodes, file)
      const second = await imported(api, file)
      assert.deepEqual([second.added, second.unchanged], [0, second.nodes], file)
    }
  })

  it('lists the conversations with the shape of their trees', async () => {
    const fields = 'id turnCount treeShape { nodes roots leaves branchPoints } head { id depth pathHash }'
    const query = `{ conversations(first: 100) { nodes { ${fields} } pageInfo { hasNextPage } } }`
    const { conversations } = await api.ask<{ conversations: Page<Listed> }>(query)
    assert.equal(conversations.pageInfo.hasNextPage, false)
    listed = conversations.nodes
    assert.ok(listed.length > 0)
    for (const { treeShape } of listed) assert.ok(treeShape.leaves >= treeShape.roots)
  })

  it('draws every tree, with as many nodes as it has, and where its head is', async () => {
    for (const { id, treeShape } of listed) {
      const query = 'query ($id: ID!) { conversation(id: $id) { tree(maxNodes: 10000) } }'
      const { conversation } = await api.ask<{ conversation: { tree: string } }>(query, { id })
      assert.match(conversation.tree, new RegExp(`: ${treeShape.nodes} nodes, `))
      assert.equal(conversation.tree.includes('◀ head'), treeShape.nodes > 0)
    }
  })

  it('pages through the ancestry of every head, each node once', async () => {
    for (const { id, head } of listed) {
      if (head === null) continue
      const ancestors = await ancestorsOf(api, head.id)
      assert.deepEqual(
        ancestors.map(({ depth }) => depth),
        [...Array(head.depth).keys()],
        id,
      )
      assert.equal(new Set(ancestors.map((node) => node.id)).size, head.depth)
    }
  })

  it('forks every conversation at a message in its middle and goes on in both', async () => {
    for (const { id, turnCount } of listed) {
      if (turnCount < 2) continue
      const fork = `fork of ${id}`
      const { pathHash, conversation, copied, userErrors } = await forked(api, id, Math.ceil(turnCount / 2), fork)
      assert.deepEqual(userErrors, [], id)
      assert.equal(copied, 0)
      for (const conversationId of [id, fork]) {
        const turn = { conversationId, role: 'USER', text: `Go on in ${conversationId}.` }
        assert.deepEqual((await storeTurn(api, turn)).userErrors, [])
      }
      walked.push({ source: id, fork, point: conversation?.head.id ?? '', pathHash })
    }
    assert.ok(walked.length > 0)
  })

  it('proves that both share the same past, and each path as a whole', async () => {
    for (const { source, fork, point, pathHash } of walked) {
      const query = `query ($source: ID!, $fork: ID!, $point: ID!) {
        commonAncestor(a: { conversationId: $source }, b: { conversationId: $fork }) { id pathHash }
        shared: verifyPath(observationId: $point) { valid expected stored }
        source: conversation(id: $source) { head { id parent { id } } }
        fork: conversation(id: $fork) { head { id parent { id } } forkedFrom { pathHash observation { id } } }
      }`
      const found = await api.ask<Proof>(query, { source, fork, point })
      assert.deepEqual(found.commonAncestor, { id: point, pathHash })
      assert.deepEqual(found.shared, { valid: true, expected: pathHash, stored: pathHash })
      assert.deepEqual(found.fork.forkedFrom, { pathHash, observation: { id: point } })
      assert.equal(found.fork.head.parent.id, point)
      for (const head of [found.source.head, found.fork.head]) await provesPath(api, head.id)
    }
  })

  it('finds no damage in any conversation', async () => {
    const arrivals = [
      'TOOL_CALL_UNANSWERED',
      'TOOL_RESULT_WITHOUT_CALL',
      'TOOL_RESULT_LATE',
      'DANGLING_PARENT',
      'ROLES_DO_NOT_ALTERNATE',
    ]
    for (const id of walked.flatMap(({ source, fork }) => [source, fork])) {
      const query = 'query ($id: ID!) { integrity(conversationId: $id) { findings { code message } } }'
      const { integrity } = await api.ask<{ integrity: { findings: { code: string }[] } }>(query, { id })
      const damage = integrity.findings.filter(({ code }) => !arrivals.includes(code))
      assert.deepEqual(damage, [], id)
    }
  })
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name))
}

async function imported(api: Api, file: string): Promise<{ added: number; unchanged: number; nodes: number }> {
  const url = `${api.url}/import?fileName=${encodeURIComponent(basename(file))}`
  const response = await fetch(url, { method: 'POST', body: readFileSync(file) })
  assert.equal(response.status, 200, file)
  return (await response.json()) as { added: number; unchanged: number; nodes: number }
}

async function ancestorsOf(api: Api, id: string): Promise<Node[]> {
  const found: Node[] = []
  const query = `query ($id: ID!, $before: String) { observation(id: $id) {
    ancestors(last: 40, before: $before) { nodes { id depth } pageInfo { hasPreviousPage startCursor } } } }`
  for (let before: string | null = null; ;) {
    type Answer = { observation: { ancestors: Page<Node> } }
    const answer: Answer = await api.ask<Answer>(query, { id, before })
    const { nodes, pageInfo } = answer.observation.ancestors
    found.unshift(...nodes)
    if (pageInfo.hasPreviousPage !== true) return found
    before = pageInfo.startCursor ?? null
  }
}

interface Fork {
  readonly conversation: { readonly head: Node } | null
  readonly pathHash: string
  readonly copied: number
  readonly userErrors: readonly { code: string; details: { before: object | null; after: object | null } }[]
}

/** Forks at a turn, or at the nearest legal point where that one lies inside a tool call. */
async function forked(api: Api, source: string, turn: number, newConversationId: string): Promise<Fork> {
  const query = `mutation ($input: ForkConversationInput!) { forkConversation(input: $input) {
    pathHash copied conversation { head { id } } userErrors { code details } } }`
  const fork = async (at: object | null): Promise<Fork> => {
    const input = { source, at, newConversationId }
    return (await api.ask<{ forkConversation: Fork }>(query, { input })).forkConversation
  }
  const tried = await fork({ turn })
  const [refusal] = tried.userErrors
  if (!refusal) return tried
  assert.equal(refusal.code, 'FORK_POINT_NOT_BOUNDARY')
  return fork(refusal.details.before ?? refusal.details.after)
}

async function provesPath(api: Api, observationId: string): Promise<void> {
  const query = 'query ($id: ID!) { verifyPath(observationId: $id) { valid status expected stored } }'
  const { verifyPath } = await api.ask<{ verifyPath: Verified & { status: string } }>(query, { id: observationId })
  assert.deepEqual([verifyPath.valid, verifyPath.status], [true, 'VALID'])
  assert.equal(verifyPath.expected, verifyPath.stored)
}
