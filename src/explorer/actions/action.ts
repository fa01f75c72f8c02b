/** What can be done, as values: how it is asked, and what takes it back. */
export type Action =
  | { readonly kind: 'fork'; readonly conversationId: string; readonly at: Point }
  | { readonly kind: 'rewind'; readonly conversationId: string; readonly to: Point; readonly head: string | null }
  | { readonly kind: 'switch'; readonly conversationId: string; readonly to: string; readonly head: string | null }
  | { readonly kind: 'undo'; readonly conversationId: string; readonly head: string | null }
  /** The head back to any place of the tree where it stood; null: to where nothing was said yet. */
  | {
      readonly kind: 'return'
      readonly conversationId: string
      readonly to: string | null
      readonly head: string | null
    }
  | NewVersion
  | { readonly kind: 'correct'; readonly messageId: string; readonly text: string; readonly before: string }
  | Span
  | {
      readonly kind: 'cancel'
      readonly conversationId: string
      readonly markerId: string
      readonly head: string | null
    }
  | { readonly kind: 'delete' | 'restore'; readonly messageId: string }
  | { readonly kind: 'deleteConversation' | 'restoreConversation'; readonly conversationId: string }
  | Merge
  | {
      readonly kind: 'rename'
      readonly conversationId: string
      readonly title: string
      readonly before: string
    }
  | Add
  | { readonly kind: 'checkpoint'; readonly conversationId: string; readonly at: string; readonly name: string }
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
  readonly conversationId: string
  readonly turnId: string | null
  readonly parent: string | null
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL'
  readonly text: string
  readonly head: string | null
}

/** What is said next, behind a place. */
interface Add {
  readonly kind: 'add'
  readonly conversationId: string
  readonly parent: string | null
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM'
  readonly text: string
  /** Ids of files that were sent before. */
  readonly attachments: readonly string[]
  readonly head: string | null
}

interface Span {
  readonly kind: 'compact' | 'drop'
  readonly conversationId: string
  readonly from: Point
  readonly to: Point
  readonly summary: string
  readonly head: string | null
}

/** A place as the API names it. */
export type Point = Readonly<Record<string, string | number>>
export type Values = Readonly<Record<string, unknown>>

/** What an action is called, done. */
export const done: Readonly<Record<Action['kind'], string>> = {
  fork: 'Forked.',
  rewind: 'Rewound.',
  switch: 'The conversation goes on from here.',
  undo: 'Undone.',
  return: 'Back where it was.',
  newVersion: 'The new version is stored.',
  correct: 'The typo is fixed.',
  compact: 'The model reads the summary from now on.',
  drop: 'The model does not read these turns any more.',
  cancel: 'The model reads these turns again.',
  delete: 'Deleted.',
  restore: 'Restored.',
  deleteConversation: 'The conversation is deleted.',
  restoreConversation: 'The conversation is there again.',
  rename: 'Renamed.',
  add: 'Added.',
  checkpoint: 'The checkpoint is set.',
  annotate: 'Kept.',
  cherryPick: 'Added to the left.',
  merge: 'Merged.',
}

/** Returns what an operation is asked with: its own key each time, so that asking twice does it once. */
export function inputOf(action: Action, idempotencyKey: string): Record<string, unknown> {
  const own = 'conversationId' in action ? { conversationId: action.conversationId } : {}
  // Null says that nothing was said yet: that is expected too.
  const expected = 'head' in action ? { expectedHeadId: action.head } : {}
  switch (action.kind) {
    case 'fork':
      return { source: action.conversationId, at: action.at, idempotencyKey }
    case 'rewind':
      return { ...own, ...expected, to: action.to, idempotencyKey }
    case 'return':
      return { ...own, ...expected, ...placeBack(action.to), idempotencyKey }
    case 'switch':
      return { ...own, ...expected, observationId: action.to, descend: 'NEWEST', idempotencyKey }
    case 'undo':
      return { ...own, ...expected, idempotencyKey }
    case 'newVersion': {
      const { turnId, parent, role, text } = action
      const place = parent === null ? null : { observationId: parent }
      return { ...own, ...expected, ...(turnId !== null && { turnId }), parent: place, role, text, idempotencyKey }
    }
    case 'add': {
      const { parent, role, text, attachments } = action
      const place = parent === null ? null : { observationId: parent }
      const blocks = [...(text === '' ? [] : [{ text }]), ...attachments.map((attachmentId) => ({ attachmentId }))]
      const said = attachments.length === 0 ? { text } : { content: blocks }
      return { ...own, ...expected, parent: place, role, ...said, idempotencyKey }
    }
    case 'rename':
      return { id: action.conversationId, title: action.title, idempotencyKey }
    case 'correct':
      return { messageId: action.messageId, fields: { text: action.text }, idempotencyKey }
    case 'compact':
      return { ...own, ...expected, from: action.from, to: action.to, summary: action.summary, idempotencyKey }
    case 'drop':
      return { ...own, ...expected, from: action.from, to: action.to, idempotencyKey }
    case 'cancel':
      return { ...own, ...expected, markerId: action.markerId, idempotencyKey }
    case 'delete':
    case 'restore':
      return { id: action.messageId, idempotencyKey }
    case 'deleteConversation':
    case 'restoreConversation':
      return { id: action.conversationId, idempotencyKey }
    case 'checkpoint':
      return { ...own, at: { observationId: action.at }, name: action.name, idempotencyKey }
    case 'annotate':
      return { observationId: action.observationId, annotations: action.values, idempotencyKey }
    case 'cherryPick':
      return {
        into: action.into,
        from: [action.from],
        strategy: 'CHERRY_PICK',
        turns: action.turns,
        ...expected,
        idempotencyKey,
      }
    case 'merge': {
      const { into, from, strategy, gate, reviewer } = action
      const said = reviewer === '' ? {} : { reviewer }
      return { into, from: [from], strategy, ...(gate && { gate }), ...said, ...expected, idempotencyKey }
    }
  }
}

const placeBack = (to: string | null): Record<string, unknown> =>
  to === null ? { before: { turn: 1 } } : { to: { observationId: to } }

/** Returns the conversation that an action changes; null where it changes what may stand in many. */
export function conversationOf(action: Action): string | null {
  if ('conversationId' in action) return action.conversationId
  return 'into' in action ? action.into : null
}
