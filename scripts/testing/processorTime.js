import { readFileSync } from 'node:fs'

/** In what /proc counts a second: Linux has had a hundred of them for all programs, whatever its own clock does. */
const ticks = 100

/**
 * Returns the processor time of a process and of those of its children that have ended; null where the system has no
 * /proc, or when the process has ended itself.
 * @param {number} pid
 * @returns {number | null}
 */
export function processorSecondsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is a name that may hold anything, spaces and brackets included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / ticks
  } catch {
    return null
  }
}

/** Returns the processor time of this process; where the system tells, with that of its children. */
export function processorSeconds() {
  const { user, system } = process.cpuUsage()
  return Math.max((user + system) / 1e6, processorSecondsOf(process.pid) ?? 0)
}
