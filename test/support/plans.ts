import { plainSeal } from '../../src/domain/access/keyedDigest.ts'
import assert from 'node:assert/strict'
import type { JsonObject } from '../../src/domain/model.ts'
import type { Archive } from '../../src/formats/archive.ts'
import { createFindings, type Finding } from '../../src/formats/findings.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { bytesSource } from '../../src/formats/importSource.ts'
import type { Counts, PlannedHead, PlannedNode, PlannedRun, PlanItem } from '../../src/formats/plan.ts'
import { memoryScratch, type Scratch } from '../../src/formats/scratch.ts'
import { textOf } from '../../src/domain/messages/blocks.ts'

/** What a format makes of a file. */
export interface Plan {
  readonly items: readonly PlanItem[]
  readonly nodes: readonly PlannedNode[]
  readonly runs: readonly PlannedRun[]
  readonly heads: readonly PlannedHead[]
  readonly counts: Counts
  readonly findings: readonly Finding[]
  /** `line:CODE`, in order. */
  readonly codes: string
  /** The conversations, first met first. */
  readonly conversations: readonly string[]
  /** Each node as `ROLE text`, notes as `NOTE`. */
  readonly said: readonly string[]
  /** The bytes that are kept of a conversation. */
  raw(conversationId: string): Buffer
}

export interface PlanOptions {
  readonly fileName?: string | null
  readonly conversationId?: string | null
  /** Bytes of a record from which on what is long in it is read bit by bit. */
  readonly longFrom?: number
  /** What lies beside the file. */
  readonly archive?: Archive
  /** In memory when absent. */
  readonly scratch?: Scratch
}

/** Returns what a format makes of a file; fails where it makes nothing of it. */
export async function planOf(
  format: string,
  file: string | Uint8Array,
  { fileName = 'file', conversationId = null, longFrom, archive, scratch = memoryScratch() }: PlanOptions = {},
): Promise<Plan> {
  const findings = createFindings()
  const source = bytesSource(fileName, Buffer.from(file))
  const reading = await formatNamed(format)?.read?.(source, {
    scratch,
    findings,
    conversationId,
    stored: () => Promise.resolve([]),
    seal: plainSeal,
    ...(longFrom === undefined ? {} : { longFrom }),
    ...(archive && { archive }),
  })
  assert.ok(reading, `the file is not read as ${format}`)
  const items: PlanItem[] = []
  for await (const some of reading.items()) items.push(...some)
  const lines = items.filter((item) => item.kind === 'line')
  const nodes = items.filter((item) => item.kind === 'node')
  return {
    items,
    nodes,
    runs: items.filter((item) => item.kind === 'run'),
    heads: items.filter((item) => item.kind === 'head'),
    counts: reading.counts,
    findings: findings.list(),
    codes: findings
      .list()
      .map(({ line, code }) => `${line ?? ''}:${code}`)
      .join(' '),
    conversations: [...reading.lineOwners()],
    said: nodes.map(saidBy),
    raw: (id) => Buffer.concat(lines.filter((line) => line.conversationId === id).map(({ bytes }) => bytes)),
  }
}

function saidBy({ draft: { kind, role, blocks } }: PlannedNode): string {
  if (kind !== 'TURN') return kind
  const said = blocks.map((block) => {
    if (block.type === 'text') return textOf([block])
    if (block.type === 'thinking') return `(${block.thinking})`
    if (block.type === 'toolCall') return `${block.name}(${JSON.stringify(block.input)})#${block.callId}`
    if (block.type === 'toolResult')
      return `#${block.callId}${block.isError ? '!' : ''}=${typeof block.content === 'string' ? block.content : JSON.stringify(block.content)}`
    return JSON.stringify(block.type === 'other' ? block.value : block)
  })
  return `${role ?? ''} ${said.join(' ')}`.trim()
}

/** Returns the tree of a plan as `name<parent`, by turn ids. */
export function drawn({ nodes }: Plan): string {
  const names = new Map(nodes.map((node) => [node.externalId, node.turnId ?? node.externalId.replace(/^[A-Z_]+:/, '')]))
  return nodes
    .map(({ externalId, parent }) => [names.get(externalId), parent === null ? [] : names.get(parent)].flat().join('<'))
    .join(' ')
}

/** Returns objects as the lines of a file. */
export function linesOf(all: readonly JsonObject[]): string {
  return all.map((one) => `${JSON.stringify(one)}\n`).join('')
}
