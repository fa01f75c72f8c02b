import type { EntryFragment } from '../../documents/generated.ts'

/** One place of a path, as it is shown. */
export type Entry = EntryFragment

/** Returns a key that no other entry has: a synthetic one has the observation of another. */
export const keyOf = ({ observation, synthetic, position }: Entry): string =>
  synthetic ? `${observation.id} ${position}` : observation.id
