import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What a process used for one piece of work. */
export interface Usage {
  readonly cpuMs: number
  /** The most memory that it held meanwhile, above what it held before. */
  readonly grownBytes: number
}

const ticksPerSecond = 100

/** Returns the processor time of a process so far in milliseconds, all its threads together. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

const nanosecondsPerMs = 1e6

/** Returns the same to the nanosecond, of those threads that are there: for processes whose threads stay. */
export function threadsMs(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'latin1').split(' ')[0]),
  )
  return times.reduce((sum, time) => sum + time, 0) / nanosecondsPerMs
}

/** Returns what a process holds now, or the most that it held, in bytes. */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
  return Number(kilobytes) * 1024
}

/** Returns what a process uses while something is done and until it rests again (Linux alone tells that). */
export async function usageOf(pid: number, work: () => Promise<unknown>): Promise<Usage> {
  forgetPeak(pid)
  const [cpu, memory] = [cpuMs(pid), memoryOf(pid, 'VmRSS')]
  await work()
  await untilRest(pid)
  return { cpuMs: cpuMs(pid) - cpu, grownBytes: Math.max(0, memoryOf(pid, 'VmHWM') - memory) }
}

/** From now on the most memory is that of now. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** An answer may be given while work goes on behind it: that counts too, also where other programs have the machine. */
async function untilRest(pid: number): Promise<void> {
  for (let still = 0; still < 5;) {
    await pause(40)
    still = threadsOf(pid).some((state) => state !== 'S') ? 0 : still + 1
  }
}

/** What each thread of a process does: S sleeps, R runs or wants to. */
function threadsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')
    return stat.charAt(stat.lastIndexOf(')') + 2)
  })
}
