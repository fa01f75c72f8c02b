import type { ListedConversationFragment } from '../documents/generated.ts'

/** What is shown of a conversation in the list. */
export type ListedConversation = ListedConversationFragment

/** Returns a list with a page put behind it; what moved up meanwhile stands once, where it was first. */
export function withPage(
  lines: readonly ListedConversation[],
  page: readonly ListedConversation[],
): readonly ListedConversation[] {
  const known = new Set(lines.map(({ id }) => id))
  return [...lines, ...page.filter(({ id }) => !known.has(id))]
}

/** Returns a list with its first page read again: what is on it stands first, then the rest in its old order. */
export function withFirstPage(
  lines: readonly ListedConversation[],
  page: readonly ListedConversation[],
  isWhole: boolean,
): readonly ListedConversation[] {
  if (isWhole) return page
  const known = new Set(page.map(({ id }) => id))
  const last = page.at(-1)
  // What stood among the first and is gone was deleted, or no longer meets the filter.
  return [...page, ...lines.filter((line) => !known.has(line.id) && (last === undefined || isBehind(line, last)))]
}

/** What has no date stands behind what has one. */
function isBehind(line: ListedConversation, last: ListedConversation): boolean {
  return line.dated === last.dated ? line.updatedAt <= last.updatedAt : last.dated
}
