import type { Action } from './action.ts'

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
      const fields = attachments.length === 0 ? { text } : { content: blocks }
      return { ...own, ...expected, parent: place, role, ...fields, idempotencyKey }
    }
    case 'ask': {
      const { parent, text, attachments, model } = action
      const place = parent === null ? {} : { at: { observationId: parent } }
      const blocks = [...(text === '' ? [] : [{ text }]), ...attachments.map((attachmentId) => ({ attachmentId }))]
      const fields = attachments.length === 0 ? { prompt: text } : { content: blocks }
      return { ...own, ...expected, ...place, ...fields, ...(model !== null && { model }), idempotencyKey }
    }
    case 'answerAgain': {
      const model = action.model == null ? {} : { model: action.model }
      return { ...own, ...expected, at: { observationId: action.at }, ...model, idempotencyKey }
    }
    case 'setPrices':
      return { prices: action.prices, idempotencyKey }
    case 'rename':
      // It sets what it sets, however often it comes: it takes no key.
      return { id: action.conversationId, title: action.title }
    case 'retain':
      return { id: action.conversationId, retainDays: action.days }
    case 'pin':
    case 'unpin':
      return { id: action.conversationId, pinned: action.kind === 'pin' }
    case 'archive':
    case 'unarchive':
      return { id: action.conversationId, archived: action.kind === 'archive' }
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
    case 'stopRun':
      // What is stopped stays so, however often it is asked: it takes no key.
      return { ...own, runId: action.runId }
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
      const fields = reviewer === '' ? {} : { reviewer }
      return { into, from: [from], strategy, ...(gate && { gate }), ...fields, ...expected, idempotencyKey }
    }
  }
}

const placeBack = (to: string | null): Record<string, unknown> =>
  to === null ? { before: { turn: 1 } } : { to: { observationId: to } }
