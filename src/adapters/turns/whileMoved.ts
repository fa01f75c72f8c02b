import { passed } from '../../client/repeat.ts'
import { codeOf } from './json.ts'

/** How often what others change meanwhile is read again. */
const attempts = 20

/** Does something that reads and writes, and retries it where somebody else has written in between. */
export async function whileMoved<T>(
  work: () => Promise<T>,
  moved: ReadonlySet<string | null> = new Set(['HEAD_MOVED']),
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (thrown) {
      if (!moved.has(codeOf(thrown)) || attempt === attempts) throw thrown
      // Those who wait for each other do not come back all at once.
      await passed(Math.random() * 10 * attempt, undefined)
    }
}
