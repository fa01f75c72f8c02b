import type { Conversation } from '../../../domain/model.ts'
import { titleKey } from '../../rows/rows.ts'

/** Returns what a title is searched as; null when that is what SQLite's `lower` makes of it. */
export function titleColumn({ title, derivedTitle }: Pick<Conversation, 'title' | 'derivedTitle'>): string | null {
  const displayText = title ?? derivedTitle
  const key = titleKey(displayText)
  return key === displayText.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) ? null : key
}
