import type {
  AmendPayloadResolvers,
  AskModelPayloadResolvers,
  CheckpointPayloadResolvers,
  AnnotatePayloadResolvers,
  ConversationPayloadResolvers,
  EntityPayloadResolvers,
  ErasePayloadResolvers,
  EntityTypePayloadResolvers,
  ForkPayloadResolvers,
  ResumePayloadResolvers,
  HeadPayloadResolvers,
  PricesPayloadResolvers,
  ProbePayloadResolvers,
  ImportJobPayloadResolvers,
  ImportPayloadResolvers,
  MarkerPayloadResolvers,
  MergePayloadResolvers,
  RefutedInputResolvers,
  RecordsPayloadResolvers,
  RepairPayloadResolvers,
  RelationshipPayloadResolvers,
  RunPayloadResolvers,
  StoreTurnPayloadResolvers,
  StoreTurnsPayloadResolvers,
} from '../generated.ts'
import { originsOfFork } from '../lineage.ts'
import { existing } from '../load.ts'
import type * as models from '../models.ts'
import type { Outcome } from '../models.ts'
import { done } from '../answer/payload.ts'
import { own } from '../../runtime/own.ts'

/** What a refused command shows of these; of all else null. */
const nothing = {
  records: [],
  prices: [],
  deleted: 0,
  replayed: false,
  forked: false,
  restated: false,
  leftTranscript: 0,
  copied: 0,
  observationsMoved: 0,
  relationshipsMoved: 0,
  warnings: [],
  refuted: [],
  residue: [],
}
type Nothing<N> = N extends keyof typeof nothing ? (typeof nothing)[N] : null
type PayloadFields<R> = { readonly [N in keyof R]-?: (outcome: Outcome<R>) => Exclude<R[N], undefined> | Nothing<N> }

/** Returns what shows these members of a command's result: nothing, when it was refused. */
function payloadOf<P extends Outcome<unknown>, R = NonNullable<P['result']>>(
  ...names: readonly (keyof R & string)[]
): PayloadFields<R> {
  const resolver = (name: keyof R & string) => {
    const unlessThere = own<unknown>(nothing, name) ?? null
    return ({ result }: Outcome<R>) => (result && own(result as Readonly<Record<string, unknown>>, name)) ?? unlessThere
  }
  return Object.fromEntries(names.map((name) => [name, resolver(name)])) as unknown as PayloadFields<R>
}

export const ConversationPayload: ConversationPayloadResolvers = payloadOf<models.ConversationPayload>(
  'conversation',
  'replayed',
)

export const AmendPayload: AmendPayloadResolvers = payloadOf<models.AmendPayload>('message', 'observation', 'replayed')

export const ErasePayload: ErasePayloadResolvers = payloadOf<models.ErasePayload>(
  'receipt',
  'affected',
  'residue',
  'replayed',
  'warnings',
)

export const AnnotatePayload: AnnotatePayloadResolvers = payloadOf<models.AnnotatePayload>(
  'observation',
  'event',
  'replayed',
)

export const StoreTurnPayload: StoreTurnPayloadResolvers = payloadOf<models.StoreTurnPayload>(
  'conversation',
  'message',
  'observation',
  'replayed',
  'leftTranscript',
  'forked',
  'restated',
  'warnings',
)

export const StoreTurnsPayload: StoreTurnsPayloadResolvers = {
  ...payloadOf<models.StoreTurnsPayload>('replayed'),
  results: ({ result }) => (result?.results ?? []).map(done),
}

export const ResumePayload: ResumePayloadResolvers = {
  ...payloadOf<models.ResumePayload>('conversation', 'session'),
  forked: ({ result }) => result?.forked ?? false,
}

export const ForkPayload: ForkPayloadResolvers = {
  ...payloadOf<models.ForkPayload>(
    'conversation',
    'event',
    'sharedLength',
    'pathHash',
    'copied',
    'replayed',
    'warnings',
  ),
  lineage: ({ result }, _, { scope }) => (result ? originsOfFork(scope, result) : []),
}

export const AskModelPayload: AskModelPayloadResolvers = payloadOf<models.AskModelPayload>(
  'answer',
  'prompt',
  'conversation',
  'replayed',
)

export const ProbePayload: ProbePayloadResolvers = {
  ...payloadOf<models.ProbePayload>('probe', 'text', 'messages'),
  stopReason: ({ result, userErrors }) =>
    result?.stopReason ?? (userErrors.some(({ code }) => code === 'RESPONDER_FAILED') ? 'error' : null),
}

export const HeadPayload: HeadPayloadResolvers = payloadOf<models.HeadPayload>(
  'conversation',
  'event',
  'leftTranscript',
  'replayed',
)

export const MarkerPayload: MarkerPayloadResolvers = payloadOf<models.MarkerPayload>(
  'marker',
  'conversation',
  'event',
  'replayed',
)

export const CheckpointPayload: CheckpointPayloadResolvers = payloadOf<models.CheckpointPayload>(
  'conversation',
  'event',
  'replayed',
)

export const RecordsPayload: RecordsPayloadResolvers = payloadOf<models.RecordsPayload>(
  'records',
  'deleted',
  'replayed',
)

export const RepairPayload: RepairPayloadResolvers = payloadOf<models.RepairPayload>(
  'report',
  'conversation',
  'event',
  'replayed',
)

export const MergePayload: MergePayloadResolvers = {
  ...payloadOf<models.MergePayload>('conversation', 'join', 'event', 'verdict', 'refuted', 'replayed'),
  undecided: ({ result }, _, { scope }) =>
    Promise.all((result?.undecided ?? []).map((id) => existing(scope, 'conversation', id))),
}

export const RefutedInput: RefutedInputResolvers = {
  conversation: ({ conversationId }, _, { scope }) => existing(scope, 'conversation', conversationId),
}

export const RunPayload: RunPayloadResolvers = payloadOf<models.RunPayload>(
  'run',
  'conversation',
  'replayed',
  'warnings',
)

export const ImportPayload: ImportPayloadResolvers = {
  ...payloadOf<models.ImportPayload>('report'),
  conversations: ({ result }, _, { scope }) =>
    Promise.all((result?.conversationIds ?? []).map((id) => existing(scope, 'conversation', id))),
  records: ({ result }) => result?.records ?? [],
}

export const EntityPayload: EntityPayloadResolvers = payloadOf<models.EntityPayload>(
  'entity',
  'observation',
  'replayed',
  'observationsMoved',
  'relationshipsMoved',
)

export const EntityTypePayload: EntityTypePayloadResolvers = payloadOf<models.EntityTypePayload>('type', 'strategies')

export const ImportJobPayload: ImportJobPayloadResolvers = payloadOf<models.ImportJobPayload>('job')

export const PricesPayload: PricesPayloadResolvers = payloadOf<models.PricesPayload>('prices', 'replayed')

export const RelationshipPayload: RelationshipPayloadResolvers = payloadOf<models.RelationshipPayload>(
  'relationship',
  'replayed',
)
