import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { promisify } from 'node:util'

const ticksPerSecond = 100

/** Returns when a process of this machine began, in milliseconds since 1970; null where that cannot be known. */
export async function startOf(pid: number): Promise<number | null> {
  const since = process.platform === 'linux' ? await sinceBoot(pid) : null
  if (since !== null) return Date.now() - (uptime() - since) * 1000
  const ago = await age(pid)
  return ago === null ? null : Date.now() - ago * 1000
}

async function sinceBoot(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before it may hold anything; the 22nd member is the 20th behind it.
  const ticks = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? NaN)
  return Number.isFinite(ticks) ? ticks / ticksPerSecond : null
}

async function age(pid: number): Promise<number | null> {
  const ran = await promisify(execFile)('ps', ['-o', 'etime=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return ageIn(ran.stdout)
}

/** Returns the seconds that `ps` gives as `[[days-]hours:]minutes:seconds`; null for another text. */
export function ageIn(text: string): number | null {
  const [, days = '0', hours = '0', minutes, seconds] = /^\s*(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s*$/.exec(text) ?? []
  if (minutes === undefined || seconds === undefined) return null
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}
