import { randomUUID } from 'node:crypto'
import {
  PROTOCOL_VERSION,
  type InitializeRequest,
  type InitializeResponse,
  type PromptRequest,
  type PromptResponse,
} from '@agentclientprotocol/sdk/unstable'
import type { Conversations } from './conversations.ts'
import type { Facts, StoredSession } from './graph.ts'
import type { Model, NoModel } from './model.ts'
import { answerPrompt, notConfigured, type Prompted } from './prompt.ts'
import type { Opening, Settings } from './settings.ts'

/** What is given to open a session. */
export type OpeningRequest = Opening & { readonly cwd: string }

/** How a session is opened by those who answer in it. */
export interface NewSession {
  /** What the client is answered besides the session's id. */
  readonly response: Facts
  /** What is stored of it besides what the client gave. */
  readonly extra?: Partial<Settings>
}

/** A prompt as it came. */
export type PromptedAs = Prompted & { readonly request: PromptRequest }

/** Who answers prompts. Everything about sessions is in the graph; these are notified of their changes. */
export interface Answering {
  initialize(request: InitializeRequest): Promise<InitializeResponse>
  begin(id: string, request: OpeningRequest): Promise<NewSession>
  /** Goes on with a stored session, whatever became of it meanwhile. */
  goOn(stored: StoredSession, request: OpeningRequest): Promise<NewSession>
  /** Goes on with a fork, which may be one of the whole. */
  fork(source: StoredSession | null, fork: StoredSession, request: OpeningRequest): Promise<NewSession>
  /** Throws where no prompt can be answered. */
  check(id: string): void
  answer(prompted: PromptedAs): Promise<PromptResponse>
  close(id: string): Promise<void>
}

/** What can be done with sessions. The point of a fork has no place in the schema yet: it is announced as in the proposal. */
export const sessionCapabilities = {
  list: {},
  resume: {},
  close: {},
  delete: {},
  fork: { atMessageId: true, _meta: { turngraph: { messageId: 'inclusive', before: true } } },
}

/** A model answers, which knows no more of a session than the graph does. */
export class ModelAnswering implements Answering {
  private readonly conversations: Conversations
  private readonly model: Model | NoModel
  private readonly version: string

  constructor(conversations: Conversations, model: Model | NoModel, version: string) {
    this.conversations = conversations
    this.model = model
    this.version = version
  }

  initialize(): Promise<InitializeResponse> {
    return Promise.resolve({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, audio: true, embeddedContext: true },
        sessionCapabilities: { ...sessionCapabilities, additionalDirectories: {} },
      },
      agentInfo: { name: 'turngraph', title: 'turngraph', version: this.version },
      authMethods: [],
    })
  }

  begin(): Promise<NewSession> {
    return nothing
  }
  goOn(): Promise<NewSession> {
    return nothing
  }
  fork(): Promise<NewSession> {
    return nothing
  }
  close(): Promise<void> {
    return Promise.resolve()
  }

  check(): void {
    if ('missing' in this.model) throw notConfigured(this.model)
  }

  async answer(prompted: PromptedAs): Promise<PromptResponse> {
    if ('missing' in this.model) throw notConfigured(this.model)
    return answerPrompt(this.conversations, this.model, prompted, [randomUUID(), randomUUID()])
  }
}

const nothing: Promise<NewSession> = Promise.resolve({ response: {} })
