/** What a mutation may warn of: it was done, and the caller should know something about it. */
export const mutationWarnings = [
  'BRANCH_NAMES_CONVERSATION',
  'CONTEXT_DIFFERS',
  'EQUAL_ELSEWHERE',
  'FILES_HOLD_IT',
  'HASHES_UNSALTED',
  'MANY_OPEN_FORKS',
  'NOTHING_TO_ERASE',
  'NOT_IN_ITS_PLACE',
  'OPEN_TOOL_CALL',
  'RECORDS_HOLD_IT',
  'RESTATED_WITH_MORE',
  'RUN_TURNS_KEPT',
  'SESSIONS_HOLD_IT',
  'TOOL_RESULT_WITHOUT_CALL',
  'TURNS_LEFT_TRANSCRIPT',
] as const

/** Findings of an integrity check that came with what was stored: stored and reported, no fault of the store. */
export const arrivalFindings = [
  'DANGLING_PARENT',
  'PROJECTION_REFUSED',
  'RECORD_PART_LOOSE',
  'ROLES_DO_NOT_ALTERNATE',
  'TOOL_CALL_UNANSWERED',
  'TOOL_RESULT_LATE',
  'TOOL_RESULT_WITHOUT_CALL',
] as const

/** Findings of an integrity check that are the store's own fault. */
export const damageFindings = [
  'ATTACHMENT_BYTES_DIFFER',
  'ATTACHMENT_BYTES_MISSING',
  'ATTACHMENT_MISSING',
  'CONTENT_HASH_DIFFERS',
  'ENTITY_DIFFERS',
  'ENTITY_MISSING',
  'HEAD_MISSING',
  'JUNCTION_DIFFERS',
  'LEDGER_GAP',
  'MESSAGE_DIFFERS',
  'PARENT_MISSING',
  'PLACE_DIFFERS',
  'RECORD_OBSERVATION_MISSING',
  'RELATIONSHIP_DIFFERS',
  'RELATIONSHIP_END_MISSING',
  'RELATIONSHIP_MISSING',
  'RUNS_DIFFER',
  'SHAPE_DIFFERS',
  'SUMMARY_DIFFERS',
  'SUMS_DIFFER',
] as const

export type FindingCode = (typeof arrivalFindings | typeof damageFindings)[number]
/** Every code that a warning can have; the schema's text says what each means. */
export type WarningCode = (typeof mutationWarnings)[number] | FindingCode
