/** A transcript of another system, as long as wanted. */
export interface Transcript {
  readonly sessionId: string
  readonly text: string
  /** Ids of its nodes, root first. */
  readonly nodes: readonly string[]
}

/** Returns a Claude Code session of so many rounds: a prompt, a tool call, its result, an answer. */
export function transcriptOf(sessionId: string, rounds: number): Transcript {
  const nodes = Array.from({ length: rounds * 4 }, (_, k) => `${sessionId}-${k}`)
  const lines = nodes.map((uuid, k) => JSON.stringify(lineOf(sessionId, uuid, nodes[k - 1] ?? null, k)))
  return { sessionId, text: `${lines.join('\n')}\n`, nodes }
}

function lineOf(sessionId: string, uuid: string, parentUuid: string | null, k: number): object {
  const role = k % 2 === 0 ? 'user' : 'assistant'
  const content = contentOf(sessionId, k)
  return {
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd: '/w',
    sessionId,
    version: '2.1.0',
    type: role,
    message: { role, content, ...(role === 'assistant' && { id: `answer-${uuid}` }) },
    uuid,
    timestamp: new Date(Date.UTC(2026, 0, 1) + k * 1000).toISOString(),
  }
}

function contentOf(sessionId: string, k: number): unknown {
  const call = `${sessionId}-call-${Math.floor(k / 4)}`
  switch (k % 4) {
    case 0:
      return `Prompt ${k} of ${sessionId}`
    case 1:
      return [{ type: 'tool_use', id: call, name: 'Read', input: { path: `/w/${k}` } }]
    case 2:
      return [{ type: 'tool_result', tool_use_id: call, content: `File ${k}`.repeat(10) }]
    default:
      return [{ type: 'text', text: `Answer ${k}` }]
  }
}
