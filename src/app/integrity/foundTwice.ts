import { isDeepStrictEqual } from 'node:util'
import type { Warning } from '../write/warning.ts'

/** How often a check that finds something else each time is made. */
const mostChecks = 5

interface CheckReport {
  readonly ok: boolean
  readonly findings: readonly Warning[]
  readonly damage: number
}

/**
 * Returns the report of a check that reads step by step while others may write: what a write beside it made look damaged is
 * found otherwise by the next check, or not at all, so damage is what two checks in a row find. A sound thing is checked once.
 */
export async function foundTwice<R extends CheckReport>(
  check: (isAgain: boolean) => Promise<R>,
  isDamage: (finding: Warning) => boolean,
): Promise<R> {
  let report = await check(false)
  for (let checks = 1; report.damage > 0 && checks < mostChecks; checks++) {
    const before = report.findings
    report = await check(true)
    const again = (finding: Warning) => before.some((one) => isDeepStrictEqual(one, finding))
    const changed = report.findings.filter((finding) => isDamage(finding) && !again(finding))
    if (changed.length === 0) return report
    if (checks === mostChecks - 1) return without(report, changed)
  }
  return report
}

function without<R extends CheckReport>(report: R, changed: readonly Warning[]): R {
  const findings = report.findings.filter((finding) => !changed.includes(finding))
  return {
    ...report,
    findings,
    damage: report.damage - changed.length,
    ok: findings.every(({ code }) => code === 'ROLES_DO_NOT_ALTERNATE'),
  }
}
