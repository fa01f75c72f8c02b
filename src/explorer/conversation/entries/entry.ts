import type { EntryFragment } from '../../documents/generated.ts'

/** One place of a path, as it is shown. */
export type Entry = EntryFragment

/** Returns what tells an entry from all others: one that was made up has the observation of another. */
export const keyOf = ({ observation, synthetic, position }: Entry): string =>
  synthetic ? `${observation.id} ${position}` : observation.id
