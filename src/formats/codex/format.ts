import { recordFormat } from '../reading/records/recordFormat.ts'
import { copiedAt } from './copies.ts'
import { isRolloutLine } from './lines.ts'
import { pastOf } from './past.ts'
import { wholeAnswers } from './wholeAnswers.ts'
import { CodexReader } from './reader.ts'
import { CodexSession } from '../sessions/codexSession.ts'
import { sessionFile } from '../sessions/sessionFile.ts'

/** Codex rollouts: a session's lines, wrapped with a time and a type, or bare as older versions wrote them. */
export const codex = recordFormat({
  name: 'CODEX',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['~/.codex/sessions/**/rollout-*.jsonl'],
  recognises: ({ objects }) => objects.some(isRolloutLine),
  copiedAt,
  wholeAnswers,
  entries: 'RECORDS',
  past: pastOf,
  reader: (context) => new CodexReader(context),
  ...sessionFile((session) => new CodexSession(session)),
})
