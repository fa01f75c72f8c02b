import type { Json, JsonObject } from '../../src/domain/model.ts'

export interface Transcript {
  readonly name: string
  readonly bytes: Buffer
}

type Rewritten = (entry: JsonObject, isOwn: boolean) => JsonObject | null

/** Returns a file of lines with each entry as it is rewritten; without those of which nothing is left. */
function rewritten({ name, bytes }: Transcript, rewrite: Rewritten, newName = name): Transcript {
  const entries = bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JsonObject)
  const lastCopied = entries.findLastIndex((entry) => entry['requestSessionId'] !== undefined)
  const left = entries.flatMap((entry, at) => rewrite(entry, at > lastCopied) ?? [])
  return { name: newName, bytes: Buffer.from(left.map((entry) => `${JSON.stringify(entry)}\n`).join('')) }
}

const lastAnswer = 'c8fc5fd4-a7f2-4e1c-ac5f-3138323f3eb6'

/** Returns a session and its fork without the last answer that they share: its prompt is the last line that was copied. */
export function unanswered(files: readonly Transcript[]): Transcript[] {
  let prompt: Json = null
  const cut: Rewritten = (entry) => {
    if (entry['uuid'] === lastAnswer) prompt = entry['parentUuid'] ?? null
    if (entry['uuid'] === lastAnswer || entry['leafUuid'] === lastAnswer) return null
    return entry['parentUuid'] === lastAnswer ? { ...entry, parentUuid: prompt } : entry
  }
  return files.map((file) => rewritten(file, cut))
}

/** Returns a session and its fork in which nothing was said yet. */
export function copiedLines([source, fork]: readonly Transcript[]): Transcript[] {
  if (!source || !fork) return []
  return [source, rewritten(fork, (entry, isOwn) => (isOwn ? null : entry))]
}

/** Returns a session, its fork and a fork of that, which says that the fork's own answers were asked for there. */
export function forkOfFork([source, fork]: readonly Transcript[], id: string): Transcript[] {
  if (!source || !fork) return []
  const began = '2026-11-25T00:50:00.000Z'
  let leaf: JsonObject = {}
  const copy = rewritten(
    fork,
    (entry) => {
      const { sessionId, type } = entry
      if (type === 'queue-operation') return { ...entry, sessionId: id, timestamp: began }
      if (entry['uuid'] === undefined) return { ...entry, sessionId: id }
      leaf = { ...entry, sessionId: id }
      return type === 'assistant' ? { requestSessionId: sessionId ?? null, ...leaf } : leaf
    },
    `${id}.jsonl`,
  )
  const own = [
    {
      ...leaf,
      type: 'user',
      uuid: '00f0f0f0-0000-4000-8000-000000000001',
      parentUuid: leaf['uuid'] ?? null,
      timestamp: '2026-11-25T00:50:01.000Z',
      message: { role: 'user', content: 'And further?' },
    },
    {
      ...leaf,
      uuid: '00f0f0f0-0000-4000-8000-000000000002',
      parentUuid: '00f0f0f0-0000-4000-8000-000000000001',
      timestamp: '2026-11-25T00:50:02.000Z',
      message: { ...(leaf['message'] as JsonObject), id: 'msg_further' },
    },
  ]
  const bytes = Buffer.concat([copy.bytes, Buffer.from(own.map((entry) => `${JSON.stringify(entry)}\n`).join(''))])
  return [source, fork, { name: copy.name, bytes }]
}
