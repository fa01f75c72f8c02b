/** Reports that are not answered yet: who answers one takes it off. A listed one that passes fails its test. */
export const openReports: ReadonlySet<string> = new Set([
  // compaction
  'CP-codex-shared',
  'CP-manual-shared',
  'CP-preserved-shared',
  'CP-roo',
  'CP-order-shared',
  'CP-stale-shared',
  'CP-gemini-shared',
  // fork-copies
  'FC-codex-shared',
  'FC-sdk-shared',
  'FC-subagent-shared',
  'FC-base-shared',
  'FC-pages-shared',
  'FC-bare-shared',
  // head
  'HD-codex-rollback',
  'HD-gemini-start',
  'HD-webui-orphan',
  'HD-last-prompt-shared',
  'HD-stale-shared',
])
