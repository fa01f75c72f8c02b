import type { Client, CombinedError } from 'urql'
import { noteRights } from '../data/rights.ts'
import { windowOf, type Window } from '../data/window.ts'
import {
  Answering,
  Branches,
  Conversation,
  LastSeq,
  Talk,
  type EntryFragment,
  type PromptRowFragment,
  type TalkQuery,
  type TranscriptPageFragment,
} from '../documents/generated.ts'
import type { AnswerFacts } from './answers/answers.ts'
import type { Shown } from './shown.ts'

/** So many prompts, or entries, of a path's end are read at first, and more before them as they are asked for. */
export const pageSizes = { prompts: 20, entries: 50 } as const

/** What was read of a conversation at once. */
export interface TalkAnswer {
  /** Which path the page is of. */
  readonly shown: Shown
  readonly fault: string | null
  /** Where its ledger ended before all else was read; null where that is not known. */
  readonly seq: number | null
  readonly answering: readonly AnswerFacts[]
  /** The model that can be asked; undefined where that is not known. */
  readonly responder: TalkQuery['responder'] | undefined
  /** The last prompts of the path; undefined where they are not known, null where there is no such conversation. */
  readonly prompts: Window<PromptRowFragment> | null | undefined
  readonly entries: Window<EntryFragment> | null | undefined
}

const anew = { requestPolicy: 'network-only' } as const

/** Returns all that the screen of a conversation shows at first, in one request; what is refused together, one by one. */
export async function readTalk(client: Client, displayed: Shown): Promise<TalkAnswer> {
  const { id, at, asOf, view, values } = displayed
  const variables = {
    ...{ id, asOf, values, ...pageSizes },
    at: at === null ? null : { observationId: at },
    view: view === 'CONTEXT' ? view : 'RAW',
    byPrompts: view === 'PROMPTS',
  } as const
  const { data, error } = await client.query(Talk, variables, anew).toPromise()
  if (error && isRefused(error)) return readParts(client, displayed)
  noteRights(data?.viewer)
  const conversation = data?.conversation
  const page = data && conversation == null ? null : undefined
  return {
    shown: displayed,
    fault: error?.message ?? null,
    // Where no answer came, what was there before stands in its place.
    seq: conversation && !error ? (conversation.events.nodes[0]?.seq ?? 0) : null,
    answering: conversation?.answering ?? [],
    responder: data?.responder,
    prompts: conversation?.prompts ? windowOf(conversation.prompts) : page,
    entries: conversation?.transcript ? entriesOf(conversation.transcript) : page,
  }
}

/** Returns a page of a transcript as a window. */
export const entriesOf = (transcript: TranscriptPageFragment): Window<EntryFragment> =>
  windowOf({ ...transcript, nodes: transcript.edges.map(({ node }) => node) })

/** Of a tree of very many branches they may not be answered, of a place that is not there no path is: the rest is. */
async function readParts(client: Client, displayed: Shown): Promise<TalkAnswer> {
  const { id } = displayed
  // Before the rest: what is followed from there has whatever is not shown.
  const [end, answers] = await Promise.all([
    client.query(LastSeq, { id }, anew).toPromise(),
    client.query(Answering, { id }, anew).toPromise(),
  ])
  const [{ error }] = await Promise.all([
    client.query(Conversation, { id }, anew).toPromise(),
    client.query(Branches, { id }, anew).toPromise(),
  ])
  return {
    shown: displayed,
    fault: error?.message ?? null,
    seq: end.data?.conversation ? (end.data.conversation.events.nodes[0]?.seq ?? 0) : null,
    answering: answers.data?.conversation?.answering ?? [],
    responder: undefined,
    prompts: undefined,
    entries: undefined,
  }
}

/** Whether it was the question that was refused: not for want of a key, nor by a server that has too much to do. */
function isRefused({ graphQLErrors, response }: CombinedError): boolean {
  const status = (response as Response | undefined)?.status ?? 200
  return graphQLErrors.length > 0 && status <= 400
}
