import { artifactKey, union, type Artifact, type Judgement } from '../../domain/records/merge.ts'
import type { ConversationId } from '../../domain/model.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import type { Gate, Gates, ListedBytes } from './gate.ts'
import type { GateRef } from './merge.ts'

/**
 * What judges the artifacts of one merge: its gate, and what that said so far. A verdict is of bytes and their use, which
 * never change: what was judged once is not judged again, whatever moves meanwhile.
 */
export interface Judge {
  readonly ref: GateRef
  /** Opens the gate, once; refuses one that is not there. */
  open(): Promise<void>
  /** Returns what is said of each artifact. */
  each(scope: Scope, artifacts: readonly Artifact[]): Promise<ReadonlyMap<string, Judgement>>
  /** Returns what is said of artifacts as one list, in an order of their own: the order of merges decides nothing. */
  together(scope: Scope, artifacts: readonly Artifact[]): Promise<Judgement>
  /** The artifacts of these that nothing was said of yet. */
  unjudged(artifacts: readonly Artifact[]): Artifact[]
  /** Says whether nothing was said of these as one list yet. */
  isNewList(artifacts: readonly Artifact[]): boolean
  close(): Promise<void>
}

/** What can be known without judging stops here: the branch whose new artifacts no gate has judged yet. */
export interface Unjudged {
  readonly unjudgedOf: ConversationId
}

/** Returns the judge of one merge, which has said nothing yet. */
export function judgeOf(gates: Gates, ref: GateRef): Judge {
  const judgements = new Map<string, Judgement>()
  const lists = new Map<string, Judgement>()
  let opened: Promise<Gate> | null = null
  const gate = () => (opened ??= openGate(gates, ref))
  const unjudged = (artifacts: readonly Artifact[]) => artifacts.filter((one) => !judgements.has(artifactKey(one)))
  return {
    ref,
    unjudged,
    isNewList: (artifacts) => !lists.has(listKey(artifacts)),
    async open() {
      await gate()
    },
    async each(scope, artifacts) {
      const remaining = unjudged(artifacts)
      for (let i = 0; i < remaining.length; i += atOnce)
        await Promise.all(
          remaining.slice(i, i + atOnce).map(async (one) => {
            judgements.set(artifactKey(one), await judge(scope, await gate(), one))
          }),
        )
      return judgements
    },
    async together(scope, artifacts) {
      const key = listKey(artifacts)
      const judgement = lists.get(key) ?? (await judgeList(scope, await gate(), union([artifacts])))
      lists.set(key, judgement)
      return judgement
    },
    async close() {
      const open = await opened?.catch(() => null)
      await open?.close()
    },
  }
}

const listKey = (artifacts: readonly Artifact[]): string => JSON.stringify(union([artifacts]).map(artifactKey))

/** How many artifacts are judged at the same time. */
const atOnce = 4

async function openGate(gates: Gates, ref: GateRef): Promise<Gate> {
  if ('jsonSchema' in ref) return gates.jsonSchema(ref.jsonSchema)
  const gate = gates.command(ref.command)
  if (gate) return gate
  const { message } = notFound('Gate', ref.command)
  throw badInput(message, { gate: ref.command, configured: gates.commands }, ['gate', 'command'])
}

async function judge(scope: Scope, gate: Gate, artifact: Artifact): Promise<Judgement> {
  scope.signal?.throwIfAborted()
  const bytes = await bytesOf(scope, artifact)
  if (bytes === null) return { survives: false, reason: 'Its bytes are not stored here, so there is nothing to judge.' }
  return gate.judge(bytes, scope.signal)
}

async function judgeList(scope: Scope, gate: Gate, artifacts: readonly Artifact[]): Promise<Judgement> {
  scope.signal?.throwIfAborted()
  const list = await Promise.all(artifacts.map((one) => bytesOf(scope, one)))
  const known = list.flatMap((one) => one ?? [])
  if (known.length === artifacts.length) return gate.judgeList(known, scope.signal)
  return { survives: false, reason: 'The bytes of an artifact of an earlier merge are not stored here.' }
}

/** Null where they are not kept here. */
async function bytesOf({ attachmentBytes, tenant }: Scope, artifact: Artifact): Promise<ListedBytes | null> {
  const { attachmentId } = artifact
  const byteSize = await attachmentBytes.size(tenant, attachmentId)
  if (byteSize === null) return null
  const open = async () => {
    const bytes = await attachmentBytes.get(tenant, attachmentId, null)
    if (bytes === null) throw new Error(`The bytes of attachment ${attachmentId} are gone.`)
    return bytes
  }
  return { artifact, byteSize, open }
}
