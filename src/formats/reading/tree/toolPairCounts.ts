import type { Findings } from '../../findings.ts'
import type { Counts } from '../../plan.ts'
import type { Survey } from '../survey.ts'

/** Counts calls without a result, and results without a call, and names them. */
export function toolPairs(
  { calls, results }: Survey,
  findings: Findings,
): Pick<Counts, 'unansweredToolCalls' | 'orphanToolResults'> {
  const never = [...calls.entries()].filter(([call]) => results.get(call) === undefined)
  const orphans = [...results.entries()].filter(([call]) => calls.get(call) === undefined)
  for (const [call, line] of never.sort((a, b) => a[1] - b[1]))
    findings.add(line, 'UNANSWERED_CALL', `The tool call ${nameIn(call)} has no result.`)
  for (const [call, line] of orphans.sort((a, b) => a[1] - b[1]))
    findings.add(line, 'ORPHAN_RESULT', `A tool result refers to call ${nameIn(call)}, which the file does not have.`)
  return { unansweredToolCalls: never.length, orphanToolResults: orphans.length }
}

const nameIn = (key: string) => key.slice(key.indexOf('\n') + 1)
