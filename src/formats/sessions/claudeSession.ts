import type { Block, Json, JsonObject } from '../../domain/model.ts'
import { AnthropicBlocks, isThought, type WrittenBlock } from '../anthropic/blocks.ts'
import { beginning } from '../anthropic/write.ts'
import { asObject } from '../reading/values.ts'
import type { WrittenEntry } from '../writing/omissions.ts'
import { isOfClaude, lineId, milliseconds, type Session, type SessionLine, type SessionWriting } from './session.ts'

const version = '2.1.0'

interface Answer {
  readonly entry: WrittenEntry
  content: WrittenBlock[]
}

/**
 * Makes the lines of a Claude Code session of what a model would be sent, by the rules of Anthropic's messages: it sends
 * them as they stand. System turns are no part of its sessions.
 */
export class ClaudeSession implements SessionWriting {
  private readonly session: Session
  private readonly blocks = new AnthropicBlocks()
  readonly omissions = this.blocks.omissions
  private parent: string | null = null
  private lines = 0
  /** Answers that follow each other are one message: what may not stand at its end is known once it is whole. */
  private answers: Answer[] = []
  /** What stands beside results, and comes behind the last of them. */
  private readonly beside: Answer[] = []
  /** What answers are called here, by the names of their provider, until a person speaks. */
  private readonly answerIds = new Map<string, string>()

  constructor(session: Session) {
    this.session = session
  }

  begin(): SessionLine[] {
    return []
  }

  add(writtenEntry: WrittenEntry): SessionLine[] {
    if (writtenEntry.role === 'SYSTEM') {
      this.omissions.add('system')
      return []
    }
    if (writtenEntry.role === 'ASSISTANT') {
      const content = this.blocks.of(
        isOfClaude(writtenEntry) ? writtenEntry : this.withoutThoughts(writtenEntry),
        'assistant',
      )
      if (content.length === 0) return []
      const before = this.takeBeside()
      this.answers.push({ entry: writtenEntry, content })
      return before
    }
    const content = this.blocks.of(writtenEntry, 'user')
    const [results, talk] = [content.filter(isResult), content.filter((block) => !isResult(block))]
    if (results.length > 0) {
      const answers = this.closeAnswers()
      if (talk.length > 0) this.beside.push({ entry: writtenEntry, content: talk })
      return [...answers, this.userLine(results, writtenEntry)]
    }
    if (talk.length === 0) return []
    const before = this.end()
    this.answerIds.clear()
    return [...before, this.userLine(talk, writtenEntry)]
  }

  end(): SessionLine[] {
    return [...this.closeAnswers(), ...this.takeBeside()]
  }

  private takeBeside(): SessionLine[] {
    if (this.beside.length > 0) this.answerIds.clear()
    return this.beside.splice(0).map(({ entry: writtenEntry, content }) => this.userLine(content, writtenEntry))
  }

  private closeAnswers(): SessionLine[] {
    const answers = this.answers.splice(0)
    this.cutThoughts(answers)
    const [first] = answers
    if (!first) return []
    const before = this.parent === null ? [this.userLine(beginning().content, first.entry)] : []
    return [...before, ...answers.map((answer) => this.answerLine(answer))]
  }

  /** A thought is sent only with what was said after it. */
  private cutThoughts(answers: Answer[]): void {
    for (let last = answers.at(-1); last; last = answers.at(-1)) {
      const { content } = last
      while (isThought(content.at(-1))) {
        content.pop()
        this.omissions.add('thinking')
      }
      if (content.length > 0) return
      answers.pop()
    }
  }

  /** Signatures of other providers are refused. */
  private withoutThoughts(writtenEntry: WrittenEntry): WrittenEntry {
    const blocks = writtenEntry.blocks.filter((block) => !isForeignThought(block))
    this.omissions.add('thinking', writtenEntry.blocks.length - blocks.length)
    return { ...writtenEntry, blocks }
  }

  private userLine(content: readonly WrittenBlock[], writtenEntry: WrittenEntry): SessionLine {
    const [only] = content
    const text: Json = content.length === 1 && only?.type === 'text' ? only.text : ([...content] as Json[])
    return this.line({ type: 'user', message: { role: 'user', content: text } }, writtenEntry)
  }

  private answerLine({ entry: writtenEntry, content }: Answer): SessionLine {
    const message = {
      id: this.answerId(writtenEntry),
      type: 'message',
      role: 'assistant',
      model: writtenEntry.model ?? '<unknown>',
      content: content as Json[],
      stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    }
    return this.line({ type: 'assistant', message }, writtenEntry)
  }

  /** Claude Code glues lines of one id together wherever they stand, so that of an answer is of this session alone. */
  private answerId({ answerId }: WrittenEntry): string {
    const made = `msg_${lineId(this.session, this.lines + 1).replaceAll('-', '')}`
    if (answerId === null) return made
    const known = this.answerIds.get(answerId) ?? made
    this.answerIds.set(answerId, known)
    return known
  }

  private line(fields: JsonObject, { nodeId, observedAt }: WrittenEntry): SessionLine {
    const { id, cwd } = this.session
    const uuid = lineId(this.session, ++this.lines)
    const place = { parentUuid: this.parent, isSidechain: false, userType: 'external', cwd, sessionId: id, version }
    this.parent = uuid
    return { value: { ...place, gitBranch: '', ...fields, uuid, timestamp: milliseconds(observedAt) }, nodeId }
  }
}

const isResult = ({ type }: WrittenBlock) => type === 'tool_result'

function isForeignThought(block: Block): boolean {
  if (block.type === 'thinking') return true
  return block.type === 'other' && asObject(block.value)?.['type'] === 'redacted_thinking'
}
