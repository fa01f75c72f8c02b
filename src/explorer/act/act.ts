/** What can be done, as values: how it is asked, and what takes it back. */
export type Act =
  | { readonly kind: 'fork'; readonly talkId: string; readonly at: Point }
  | { readonly kind: 'rewind'; readonly talkId: string; readonly to: Point; readonly head: string | null }
  | { readonly kind: 'switch'; readonly talkId: string; readonly to: string; readonly head: string | null }
  | { readonly kind: 'undo'; readonly talkId: string; readonly head: string | null }
  /** The head back to any place of the tree where it stood; null: to where nothing was said yet. */
  | { readonly kind: 'return'; readonly talkId: string; readonly to: string | null; readonly head: string | null }
  | NewVersion
  | { readonly kind: 'correct'; readonly messageId: string; readonly text: string; readonly before: string }
  | Span
  | { readonly kind: 'cancel'; readonly talkId: string; readonly markerId: string; readonly head: string | null }
  | { readonly kind: 'delete' | 'restore'; readonly messageId: string }
  | { readonly kind: 'deleteTalk' | 'restoreTalk'; readonly talkId: string }
  | Merge
  | { readonly kind: 'checkpoint'; readonly talkId: string; readonly at: string; readonly name: string }
  | { readonly kind: 'annotate'; readonly observationId: string; readonly values: Values; readonly before: Values }
  | {
      readonly kind: 'cherryPick'
      readonly into: string
      readonly from: string
      readonly turns: readonly string[]
      readonly head: string | null
    }

interface Merge {
  readonly kind: 'merge'
  readonly into: string
  readonly from: string
  readonly strategy: 'EVIDENCE' | 'INSIGHTS'
  /** What judges the evidence: a JSON Schema, or the name of a command. */
  readonly gate: Values | null
  readonly reviewer: string
  readonly head: string | null
}

interface NewVersion {
  readonly kind: 'newVersion'
  readonly talkId: string
  readonly turnId: string | null
  readonly parent: string | null
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL'
  readonly text: string
  readonly head: string | null
}

interface Span {
  readonly kind: 'compact' | 'drop'
  readonly talkId: string
  readonly from: Point
  readonly to: Point
  readonly summary: string
  readonly head: string | null
}

/** A place as the API names it. */
export type Point = Readonly<Record<string, string | number>>
export type Values = Readonly<Record<string, unknown>>

/** What an act is called, done. */
export const done: Readonly<Record<Act['kind'], string>> = {
  fork: 'Forked.',
  rewind: 'Rewound.',
  switch: 'The conversation stands here now.',
  undo: 'The last move of the head is taken back.',
  return: 'The head is where it was.',
  newVersion: 'The new version is stored.',
  correct: 'Corrected.',
  compact: 'A model reads the summary from now on.',
  drop: 'A model does not read these turns any more.',
  cancel: 'The marker is cancelled.',
  delete: 'Deleted.',
  restore: 'Restored.',
  deleteTalk: 'The conversation is deleted.',
  restoreTalk: 'The conversation is there again.',
  checkpoint: 'The place has a name now.',
  annotate: 'Annotated.',
  cherryPick: 'Picked.',
  merge: 'Merged.',
}

/** Returns what an operation is asked with: its own key each time, so that asking twice does it once. */
export function inputOf(act: Act, idempotencyKey: string): Record<string, unknown> {
  const own = 'talkId' in act ? { conversationId: act.talkId } : {}
  // Null says that nothing was said yet: that is expected too.
  const expected = 'head' in act ? { expectedHeadId: act.head } : {}
  switch (act.kind) {
    case 'fork':
      return { source: act.talkId, at: act.at, idempotencyKey }
    case 'rewind':
      return { ...own, ...expected, to: act.to, idempotencyKey }
    case 'return':
      return { ...own, ...expected, ...placeBack(act.to), idempotencyKey }
    case 'switch':
      return { ...own, ...expected, observationId: act.to, descend: 'NEWEST', idempotencyKey }
    case 'undo':
      return { ...own, ...expected, idempotencyKey }
    case 'newVersion': {
      const { turnId, parent, role, text } = act
      const place = parent === null ? null : { observationId: parent }
      return { ...own, ...expected, ...(turnId !== null && { turnId }), parent: place, role, text, idempotencyKey }
    }
    case 'correct':
      return { messageId: act.messageId, fields: { text: act.text }, idempotencyKey }
    case 'compact':
      return { ...own, ...expected, from: act.from, to: act.to, summary: act.summary, idempotencyKey }
    case 'drop':
      return { ...own, ...expected, from: act.from, to: act.to, idempotencyKey }
    case 'cancel':
      return { ...own, ...expected, markerId: act.markerId, idempotencyKey }
    case 'delete':
    case 'restore':
      return { id: act.messageId, idempotencyKey }
    case 'deleteTalk':
    case 'restoreTalk':
      return { id: act.talkId, idempotencyKey }
    case 'checkpoint':
      return { ...own, at: { observationId: act.at }, name: act.name, idempotencyKey }
    case 'annotate':
      return { observationId: act.observationId, annotations: act.values, idempotencyKey }
    case 'cherryPick':
      return {
        into: act.into,
        from: [act.from],
        strategy: 'CHERRY_PICK',
        turns: act.turns,
        ...expected,
        idempotencyKey,
      }
    case 'merge': {
      const { into, from, strategy, gate, reviewer } = act
      const said = reviewer === '' ? {} : { reviewer }
      return { into, from: [from], strategy, ...(gate && { gate }), ...said, ...expected, idempotencyKey }
    }
  }
}

const placeBack = (to: string | null): Record<string, unknown> =>
  to === null ? { before: { turn: 1 } } : { to: { observationId: to } }

/** What came of an act, as far as taking it back needs it. */
export interface ActResult {
  readonly conversation?:
    { readonly id: string; readonly head?: { readonly id: string } | null | undefined } | null | undefined
  readonly marker?: { readonly id: string } | null | undefined
  /** Of a merge: where it is REFUTED the head stays, and there is nothing to take back. */
  readonly verdict?: string | null | undefined
}

/** Returns the act that takes another one back; null where there is none. */
export function inverseOf(act: Act, { conversation, marker, verdict }: ActResult): Act | null {
  const head = conversation?.head?.id ?? null
  switch (act.kind) {
    case 'fork':
      return conversation ? { kind: 'deleteTalk', talkId: conversation.id } : null
    case 'rewind':
    case 'switch':
    case 'newVersion':
    case 'cancel':
      return { kind: 'undo', talkId: act.talkId, head }
    case 'cherryPick':
    case 'merge':
      return verdict === 'REFUTED' ? null : { kind: 'undo', talkId: act.into, head }
    case 'correct':
      return { ...act, text: act.before, before: act.text }
    case 'compact':
    case 'drop':
      return marker ? { kind: 'cancel', talkId: act.talkId, markerId: marker.id, head } : null
    case 'delete':
      return { kind: 'restore', messageId: act.messageId }
    case 'restore':
      return { kind: 'delete', messageId: act.messageId }
    case 'annotate': {
      const gone = Object.fromEntries(Object.keys(act.values).map((key) => [key, act.before[key] ?? null]))
      return { ...act, values: gone, before: act.values }
    }
    case 'deleteTalk':
      return { kind: 'restoreTalk', talkId: act.talkId }
    case 'restoreTalk':
      return { kind: 'deleteTalk', talkId: act.talkId }
    case 'undo':
    case 'return':
      return { kind: 'return', talkId: act.talkId, to: act.head, head }
    case 'checkpoint':
      return null
  }
}

/** Returns the conversation that an act changes; null where it changes what may stand in many. */
export function talkOf(act: Act): string | null {
  if ('talkId' in act) return act.talkId
  return 'into' in act ? act.into : null
}
