import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { Block, JsonObject, UsageInput } from '../../domain/model.ts'
import { usageFrom } from '../../domain/records/reread.ts'
import { AnthropicMessages } from '../anthropic/messages.ts'
import { hasOpenAiTools } from '../openai/messages.ts'
import type { EntryDraft } from '../plan.ts'
import { Condensed } from '../reading/tree/condensed.ts'
import { compaction, note } from '../reading/tree/drafts.ts'
import { plainObject, type RecordObject } from '../reading/long/recordValue.ts'
import { isMessage, namesParent } from '../reading/messageFile.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asId, asInstant, asObject, asText, extraOf, objectsIn, without } from '../reading/values.ts'
import type { Display } from './display.ts'

/** Reads what a task of Cline, Roo or Kilo sent to the model: messages of Anthropic's API, with times and what stands for which. */
export class ClineReader implements RecordReader {
  private readonly context: ReadContext
  private readonly messages: AnthropicMessages
  private readonly condensed = new Condensed()
  private array = -1
  /** What the model thought for the answer that comes next, where that stands by itself. */
  private thoughts: JsonObject[] = []
  /** What lies beside the messages; null where they came alone. */
  private readonly display: Display | null
  private readonly shownUsage: ((index: number) => UsageInput | null) | undefined
  /** The place of the present message among all of them, from 0. */
  private index = -1
  private readonly labels: { readonly index: number; readonly label: string }[] = []

  constructor(context: ReadContext, display: Display | null = null) {
    this.context = context
    this.display = display
    this.shownUsage = display?.usages()
    this.messages = new AnthropicMessages(context)
  }

  *read(recordObject: RecordObject, { line, array }: At): Iterable<Step> {
    const isThought = isReasoning(recordObject)
    if (array !== 0) this.index++
    if (array === 0 || (!isThought && (!isMessage(recordObject) || namesParent(recordObject)))) return
    if (array !== this.array) {
      const sidechainOf = asId(this.display?.parentTask ?? undefined)
      yield {
        kind: 'conversation',
        id: this.array === -1 ? taskOf(this.context.fileName) : null,
        ...(sidechainOf !== null && { sidechainOf }),
      }
      this.array = array
    }
    const value = plainObject(recordObject)
    if (isThought) {
      this.thoughts.push(value)
      return
    }
    if (value['role'] !== 'assistant') yield* this.leftThoughts()
    const own = this.condensed.labelOf(value)
    const label = own ?? (this.display ? `i${this.index}` : undefined)
    if (label !== undefined && this.display?.deleted) this.labels.push({ index: this.index, label })
    const isOdd = this.messages.isOdd(value) ? ({ isOdd: true } as const) : {}
    yield {
      kind: 'entry',
      id: null,
      content: value,
      draft: this.draft(value, line),
      ...isOdd,
      ...(label !== undefined && { label }),
    }
    yield* this.condensed.after(value, own)
  }

  *end(): Iterable<Step> {
    yield* this.leftThoughts()
    yield* this.deletion()
  }

  /** The marker of what the program does not send any more; it is another one when there are further messages. */
  private *deletion(): Iterable<Step> {
    const [from, to] = this.display?.deleted ?? [0, -1]
    const gone = this.labels.filter(({ index }) => index >= from && index <= to)
    if (gone.length === 0) return
    const ends = [this.labels.filter(({ index }) => index < from), this.labels.filter(({ index }) => index > to)]
    const keep = ends.flatMap((all) => {
      const [first, last] = [all.at(0), all.at(-1)]
      return first && last ? [[first.label, last.label] as const] : []
    })
    const fields = { conversationHistoryDeletedRange: [from, to] }
    yield { kind: 'entry', id: null, content: { ...fields, behind: this.index }, draft: compaction({ fields }), keep }
  }

  /** Thoughts that led to no answer. */
  private *leftThoughts(): Iterable<Step> {
    for (const thought of this.thoughts)
      yield {
        kind: 'entry',
        id: null,
        content: thought,
        draft: note(thought, { observedAt: asInstant(thought['ts']) }),
      }
    this.thoughts = []
  }

  private draft(value: JsonObject, line: number): EntryDraft {
    const draft = this.messages.message(without(value, beside), line)
    const isAnswer = draft.role === 'ASSISTANT'
    const shownAt = this.display?.timeOf(this.index, isAnswer) ?? null
    if (draft.kind !== 'TURN') return { ...draft, observedAt: asInstant(value['ts']) ?? shownAt }
    const usageInput = isAnswer ? (this.shownUsage?.(this.index) ?? null) : null
    const checkpoint = this.display?.checkpointOf(this.index) ?? null
    const info = asObject(value['modelInfo'])
    const usage = draft.usage ?? usageIn(asObject(value['metrics']))
    const before = isAnswer ? this.thoughts.flatMap(thoughtIn) : []
    if (isAnswer) this.thoughts = []
    const more = Object.entries(value).filter(([name]) => name === 'modelInfo' || name === 'metrics')
    return {
      ...draft,
      blocks: [...before, ...draft.blocks.flatMap((block) => asThought(block) ?? [block])],
      observedAt: asInstant(value['ts']) ?? draft.observedAt ?? shownAt,
      model: draft.model ?? (isAnswer ? asText(info?.['modelId']) : null),
      usage: usage ?? usageInput,
      fields: {
        ...draft.fields,
        ...Object.fromEntries(more),
        ...(checkpoint !== null && { lastCheckpointHash: checkpoint }),
        ...(usage === null && usageInput !== null && { [usageFrom]: 'ui_messages.json' }),
      },
    }
  }
}

const beside: ReadonlySet<string> = new Set(['ts', 'modelInfo', 'metrics'])

/** A task is called as its folder. */
function taskOf(fileName: string | null): string | null {
  const folders = fileName?.split(/[\\/]/) ?? []
  return asId(folders.at(-2) ?? undefined)
}

/** Its input is counted without what a cache held; what was read from one and written to one stands in one number. */
function usageIn(metrics: JsonObject | null): UsageInput | null {
  const tokens = asObject(metrics?.['tokens'])
  const cost = metrics?.['cost']
  const [input, output, cached] = ['prompt', 'completion', 'cached'].map((name) => asCount(tokens?.[name]))
  if (input == null && output == null && typeof cost !== 'number') return null
  const details = { input: input ?? null, cacheRead: cached ?? null, output: output ?? null }
  return {
    ...usageWithoutCached(details, 'BESIDE_INPUT'),
    ...(typeof cost === 'number' && cost >= 0 && { costUsd: cost }),
  }
}

function isReasoning(value: RecordObject): boolean {
  return (
    value['type'] === 'reasoning' &&
    asText(value['role']) === null &&
    ('summary' in value || 'encrypted_content' in value || 'text' in value)
  )
}

function asThought(block: Block): Block[] | null {
  const value = block.type === 'other' ? asObject(block.value) : null
  return value?.['type'] === 'reasoning' ? thoughtIn(value) : null
}

/** What only its provider can read stays beside what can be read. */
function thoughtIn(value: JsonObject): Block[] {
  const { type: _type, text, summary, ts: _ts, ...rest } = value
  const words = [asText(text) ?? [], ...objectsIn(summary).map((one) => asText(one['text']) ?? [])].flat()
  return words.length === 0
    ? [{ type: 'other', value }]
    : [{ type: 'thinking', thinking: words.join('\n\n'), ...extraOf(rest) }]
}

/** Says whether the first messages of a list are a task's: they have times, or the first one is a task in its wrapper. */
export function isTask(objects: readonly JsonObject[]): boolean {
  const messages = objects.filter(isMessage)
  const [first] = messages
  if (!first || messages.some((one) => hasOpenAiTools(one) || namesParent(one))) return false
  if (messages.some((one) => typeof one['ts'] === 'number')) return true
  const text =
    typeof first['content'] === 'string' ? first['content'] : asText(objectsIn(first['content'])[0]?.['text'])
  return /^\s*<(task|user_message)>/.test(text ?? '')
}
