const node = {
  type: 'object',
  properties: { uuid: { type: 'string' }, parentUuid: { type: ['string', 'null'] }, sessionId: { type: 'string' } },
  required: ['type', 'uuid'],
}
const alone = (...names: readonly string[]) => ({ type: 'object', required: ['type', ...names] })
const attached = { ...node, required: [...node.required, 'attachment'] }
const progress = { ...node, required: [...node.required, 'data'] }

/** Kinds of lines that the notes on formats name and no session at hand holds: what those say of them, and no more. */
export const namedInNotes: Readonly<Record<string, object>> = {
  'pr-link': alone('prNumber', 'prUrl', 'prRepository'),
  'ai-title': alone('aiTitle'),
  'custom-title': alone('customTitle'),
  'system/microcompact_boundary': { ...node, required: [...node.required, 'parentUuid'] },
  'system/local_command': node,
  'system/api_error': node,
  'progress/query_update': progress,
  'progress/search_results_received': progress,
  'attachment/mcp_instructions_delta': attached,
  'attachment/auto_mode': attached,
  'attachment/ultra_effort_enter': attached,
}
