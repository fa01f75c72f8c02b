import type { Instant, Json, JsonObject } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { resultBlock, turn } from '../reading/tree/drafts.ts'
import type { EntryStep } from '../reading/tree/steps.ts'
import { asText, extraOf, without } from '../reading/values.ts'

interface Call {
  readonly id: string
  readonly members: JsonObject
  readonly observedAt: Instant | null
  readonly line: number
  /** The call was yielded; its result may still come. */
  readonly isReported: boolean
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed'])
const readMembers: ReadonlySet<string> = new Set(['sessionUpdate', 'toolCallId'])
const ofResult: ReadonlySet<string> = new Set(['rawOutput', 'status', 'content'])

/** The calls of a session: updates of one are merged until it has ended, or something else is said. */
export class ToolCalls {
  private readonly calls = new Map<string, Call>();

  /** Takes a call or an update of one; yields the result of a call that was yielded before. */
  *update(update: JsonObject, observedAt: Instant | null, line: number): Iterable<EntryStep> {
    const id = asText(update['toolCallId'])
    if (id === null) return
    const known = this.calls.get(id)
    const inputs = Object.entries(without(update, readMembers)).filter(([, value]) => value !== null)
    const members = { ...known?.members, ...Object.fromEntries(inputs) }
    const call = {
      id,
      members,
      observedAt: known?.observedAt ?? observedAt,
      line: known?.line ?? line,
      isReported: known?.isReported ?? false,
    }
    this.calls.set(id, call)
    if (!call.isReported || !hasEnded(call)) return
    yield { kind: 'entry', id: `${id}.result`, draft: resultDraft(call, observedAt), line }
    this.calls.delete(id)
  }

  /** Yields what was not yielded yet, calls in the order in which they were made, each with its result where it has one. */
  *over(): Iterable<EntryStep> {
    for (const call of this.calls.values()) {
      if (call.isReported) continue
      const { id, line, observedAt } = call
      const isOver = hasEnded(call)
      const parts = isOver ? [{ suffix: 'result', draft: resultDraft(call, observedAt) }] : []
      yield { kind: 'entry', id, line, draft: callDraft(call, isOver), parts }
      if (isOver) this.calls.delete(id)
      else this.calls.set(id, { ...call, isReported: true })
    }
  }
}

const hasEnded = ({ members }: Call) => ended.has(asText(members['status']) ?? '')

/** The arguments are what went in raw; of a call without them, what it is shown with. */
function callDraft({ id, members, observedAt }: Call, isOver: boolean): EntryDraft {
  const { rawInput, title, kind, ...rest } = members
  const extra = isOver ? without(rest, ofResult) : rest
  const fields = { ...(title === undefined ? {} : { title }), ...(kind === undefined ? {} : { kind }), ...extra }
  const name = nameOf(members)
  const input: Json = rawInput ?? {}
  return turn('ASSISTANT', [{ type: 'toolCall', callId: id, name, input, ...extraOf(fields) }], { observedAt })
}

/** The protocol has a title for people and a kind; vendors add the tool's own name. */
function nameOf(members: JsonObject): string {
  return asText(members['toolName']) ?? asText(members['kind']) ?? asText(members['title']) ?? 'tool'
}

function resultDraft({ id, members }: Call, observedAt: Instant | null): EntryDraft {
  const { rawOutput, content, status } = members
  const extra = rawOutput === undefined || content === undefined ? {} : { content }
  return turn('TOOL', [resultBlock(id, rawOutput ?? content ?? null, status === 'failed', extra)], { observedAt })
}
