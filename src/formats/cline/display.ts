import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { Instant, Json, JsonObject, UsageInput } from '../../domain/model.ts'
import { baseName, jsonOf, type Archive } from '../archive.ts'
import { jsonIn } from '../reading/lines/jsonIn.ts'
import { asCount, asInstant, asList, asObject, asText, objectsIn } from '../reading/values.ts'

/** What the files beside a task's messages say of them, which are counted from 0 (ui_messages.json, history_item.json). */
export interface Display {
  /** When a message was sent or came. */
  timeOf(index: number, isAnswer: boolean): Instant | null
  /**
   * Returns what says of answers, asked for in their order, what the requests took whose answers they are: null where nothing was
   * told. Each request counts once.
   */
  usages(): (index: number) => UsageInput | null
  /** What the program calls its copy of the files at that message. */
  checkpointOf(index: number): string | null
  /** The first and the last message that are not sent any more; null where all are. */
  readonly deleted: readonly [number, number] | null
  /** The task that started it. */
  readonly parentTask: string | null
}

interface Request {
  /** The last message when it began; null where the file does not say. */
  readonly after: number | null
  readonly usage: UsageInput
}

/** Returns what lies beside a task's messages in their folder of an archive; null where nothing does. */
export async function displayBeside(fileName: string | null, archive: Archive | null): Promise<Display | null> {
  if (fileName === null || archive === null) return null
  const folder = fileName.slice(0, fileName.length - baseName({ name: fileName }).length)
  const valueOf = async (name: string) => {
    const member = archive.members.find((one) => one.name === folder + name)
    return member && (await jsonOf(member))
  }
  const [displayed, item] = [await valueOf('ui_messages.json'), await valueOf('history_item.json')]
  if (!Array.isArray(displayed) && item === undefined) return null
  return displayOf(asList(displayed), asObject(item))
}

/** Returns what a list of shown messages, and the task's entry in the program's history, say of the messages that were sent. */
export function displayOf(visible: readonly Json[], item: JsonObject | null = null): Display {
  const messages = objectsIn(visible)
  const first = new Map<number, Instant>()
  const last = new Map<number, Instant>()
  const checkpoints = new Map<number, string>()
  const requests: Request[] = []
  for (const message of messages) {
    const index = asCount(message['conversationHistoryIndex'])
    const [at, checkpoint] = [asInstant(message['ts']), asText(message['lastCheckpointHash'])]
    if (index !== null && at !== null) {
      if (!first.has(index)) first.set(index, at)
      last.set(index, at)
    }
    if (index !== null && checkpoint !== null) checkpoints.set(index, checkpoint)
    if (message['say'] === 'api_req_started') requests.push(...requestIn(message, index))
  }
  return {
    // What is shown while an answer comes in has the index of what it answers.
    timeOf: (index, isAnswer) => first.get(index) ?? (isAnswer ? last.get(index - 1) : undefined) ?? null,
    usages: () => usagesOf(requests),
    checkpointOf: (index) => checkpoints.get(index) ?? null,
    deleted: rangeIn(messages.at(-1)),
    parentTask: asText(item?.['parentTaskId']),
  }
}

function usagesOf(requests: readonly Request[]): (index: number) => UsageInput | null {
  let taken = 0
  return (index) => {
    const from = taken
    const isBefore = ({ after }: Request) => (after === null ? taken === from : after < index)
    for (let next = requests[taken]; next && isBefore(next); next = requests[taken]) taken++
    return requests.slice(from, taken).reduce<UsageInput | null>((sum, { usage }) => added(sum, usage), null)
  }
}

/** A request without counts was cancelled before its answer came. */
function requestIn(message: JsonObject, after: number | null): Request[] {
  const details = objectIn(asText(message['text']))
  const [input, output, cacheWrite, cacheRead] = ['tokensIn', 'tokensOut', 'cacheWrites', 'cacheReads'].map((name) =>
    asCount(details?.[name]),
  )
  const cost = details?.['cost']
  if (input == null && output == null && typeof cost !== 'number') return []
  const counts = {
    input: input ?? null,
    output: output ?? null,
    cacheRead: cacheRead ?? null,
    cacheWrite: cacheWrite ?? null,
  }
  return [
    {
      after,
      usage: {
        ...usageWithoutCached(counts, 'BESIDE_INPUT'),
        ...(typeof cost === 'number' && cost >= 0 && { costUsd: cost }),
      },
    },
  ]
}

function objectIn(text: string | null): JsonObject | null {
  return asObject(jsonIn(text ?? ''))
}

const counters = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'costUsd'] as const

function added(sum: UsageInput | null, one: UsageInput): UsageInput {
  if (sum === null) return one
  const known = counters.filter((name) => sum[name] != null || one[name] != null)
  return { ...sum, ...Object.fromEntries(known.map((name) => [name, (sum[name] ?? 0) + (one[name] ?? 0)])) }
}

function rangeIn(message: JsonObject | undefined): Display['deleted'] {
  const [from = null, to = null] = asList(message?.['conversationHistoryDeletedRange']).map(asCount)
  return from === null || to === null || to < from ? null : [from, to]
}
