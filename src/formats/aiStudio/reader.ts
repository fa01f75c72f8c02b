import type { Block, JsonObject } from '../../domain/model.ts'
import { rest, SmallSteps, type Resting } from '../breaths.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import type { DraftFile, EntryDraft, ReadOptions } from '../plan.ts'
import { turn } from '../reading/tree/drafts.ts'
import { asHolder, asItems, plain, type RecordObject } from '../reading/long/recordValue.ts'
import type { RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asList, asObject, asText, objectsOf, without } from '../reading/values.ts'
import { chunkBlocks } from './chunks.ts'

/** Reads prompts of Google AI Studio: a straight list of chunks, of which those of one answer stand one after the other. */
export class AiStudioReader implements RecordReader {
  private readonly options: ReadOptions & { readonly attachmentBytes: number }

  constructor(options: ReadOptions & { readonly attachmentBytes: number }) {
    this.options = options
  }

  *read(value: RecordObject): Iterable<Step> {
    const chunks = chunksOf(value)
    if (!chunks) return
    const model = asText(asHolder(value['runSettings'])?.['model'])
    const branches = yield* branchesOf(chunks)
    const sourceAt = (count: number) => (count === branches.length ? null : this.idOf(chunks, branches.slice(0, count)))
    let [left, of] = [0, sourceAt(0)]
    /** A chunk is of the oldest prompt that was not left before it. */
    const entry = (draft: EntryDraft, at: number): Step => {
      while (left < branches.length && (branches[left] as Branch).at < at) of = sourceAt(++left)
      return { kind: 'entry', id: null, draft, ...(of !== null && { origin: { id: of, isSure: true } }) }
    }
    yield {
      kind: 'conversation',
      id: this.idOf(chunks, branches),
      metadata: without(value, new Set(['chunkedPrompt', 'systemInstruction'])),
    }
    const system = systemText(plain(value['systemInstruction'] ?? null))
    if (system !== null) yield entry(turn('SYSTEM', [{ type: 'text', text: system }]), -1)
    let answer: JsonObject[] = []
    let at = 0
    for (const chunk of chunks) {
      if (answer.length > 0 && chunk['role'] !== 'model')
        yield entry(this.answer(answer, at - answer.length, model), at - 1)
      if (chunk['role'] === 'model') answer.push(chunk)
      else {
        answer = []
        yield entry(this.prompt(chunk, at), at)
      }
      at++
    }
    if (answer.length > 0) yield entry(this.answer(answer, at - answer.length, model), at - 1)
  }

  /**
   * The file has no id: the prompt is known by how it begins, so a longer state of it is the same; a branch, too, by where
   * it left which prompts.
   */
  private idOf(chunks: Iterable<JsonObject>, branches: readonly Branch[]): string | null {
    for (const chunk of chunks) {
      const { createTime = null, text = null, parts = null, driveDocument = null, driveImage = null } = chunk
      const branchPrompts = branches.length === 0 ? null : branches.map((one) => [one.at, one.prompt])
      const begins = JSON.stringify([text, parts, createTime, branchPrompts, driveDocument, driveImage])
      return `ai-studio-${this.options.seal(sha256(begins)).slice(0, 32)}`
    }
    return null
  }

  private prompt(chunk: JsonObject, at: number): EntryDraft {
    const { blocks, files, fields } = chunkBlocks(chunk, at, this.options.attachmentBytes)
    const role = blocks.length > 0 && blocks.every(({ type }) => type === 'toolResult') ? 'TOOL' : 'USER'
    return turn(role, blocks, { observedAt: asInstant(chunk['createTime']), fields, files })
  }

  /** Thoughts stand before what they led to; all that was written for an answer counts as its output. */
  private answer(chunks: readonly JsonObject[], from: number, model: string | null): EntryDraft {
    const read = chunks.map((chunk, k) => chunkBlocks(chunk, from + k, this.options.attachmentBytes))
    const blocks: Block[] = read.flatMap((each) => each.blocks)
    const files: DraftFile[] = read.flatMap((each) => each.files)
    const thoughts = blocks.filter(({ type }) => type === 'thinking')
    const counts = chunks.flatMap(({ tokenCount }) => asCount(tokenCount) ?? [])
    const output = counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
    return turn('ASSISTANT', [...thoughts, ...blocks.filter(({ type }) => type !== 'thinking')], {
      model,
      observedAt: chunks.map(({ createTime }) => asInstant(createTime)).find((time) => time !== null) ?? null,
      usage: output === null ? null : { inputTokens: null, outputTokens: output },
      fields: Object.assign({}, ...read.map(({ fields }) => without(fields, new Set(['tokenCount'])))) as JsonObject,
      files,
    })
  }
}

/** A place up to which a prompt is a copy of another one. */
interface Branch {
  readonly at: number
  readonly prompt: string
}

/** Branches of branches that are followed. */
const mostBranches = 100

/** Returns where a prompt was branched from others, the oldest first. */
function* branchesOf(chunks: Iterable<JsonObject>): Resting<Branch[]> {
  const steps = new SmallSteps()
  const branches: Branch[] = []
  let at = 0
  for (const { branchParent } of chunks) {
    if (steps.areMany()) yield rest
    const prompt = asText(asObject(branchParent)?.['promptId'])
    if (prompt !== null) branches.push({ at, prompt })
    if (branches.length === mostBranches) break
    at++
  }
  return branches
}

/** Returns the chunks of a prompt; null where a value is none. */
export function chunksOf(value: RecordObject): Iterable<JsonObject> | null {
  const chunks = asHolder(value['chunkedPrompt'])?.['chunks']
  return asItems(chunks) === null ? null : objectsOf(chunks)
}

function systemText(value: ReturnType<typeof plain>): string | null {
  if (typeof value === 'string') return asText(value)
  const instruction = asObject(value)
  const texts = asList(instruction?.['parts']).flatMap((part) => asText(asObject(part)?.['text']) ?? [])
  return asText(instruction?.['text']) ?? (texts.length > 0 ? texts.join('') : null)
}
