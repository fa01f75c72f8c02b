import type { Row } from './rows.ts'

/** Which nodes of a tree are shown one by one. */
export type Showing = 'ALL' | 'PROMPTS' | 'NO_TOOLS' | 'MARKED'

/** What each choice is called. */
export const showings: Readonly<Record<Showing, string>> = {
  ALL: 'everything',
  PROMPTS: 'prompts only',
  NO_TOOLS: 'no tools',
  MARKED: 'what is marked',
}

/** What a node is judged by. */
export interface Judged {
  readonly role?: string | null | undefined
  readonly text?: string | null | undefined
  readonly content?: readonly { readonly __typename: string }[] | null | undefined
  readonly annotations: unknown
}

/** Says whether a node is shown; `isMarked`: whether it has a name, or hides, joins or ends something. */
export function isShown(showing: Showing, { role, text, content, annotations }: Judged, isMarked: boolean): boolean {
  switch (showing) {
    case 'ALL':
      return true
    case 'PROMPTS':
      return role === 'USER'
    case 'NO_TOOLS':
      return role !== 'TOOL' && ((text ?? '').trim() !== '' || !(content ?? []).some(isCall))
    case 'MARKED':
      return isMarked || Object.keys(annotations ?? {}).length > 0
  }
}

const isCall = ({ __typename }: { readonly __typename: string }): boolean => __typename === 'ToolCallBlock'

/** Returns the rows that are shown: of single nodes those that are wanted, and all from which lines part. */
export function chosenRows(all: readonly Row[], isWanted: (observation: string) => boolean): readonly Row[] {
  return all.filter(
    ({ kind, observation, isOpen }) =>
      kind !== 'NODE' || isOpen !== null || observation === null || isWanted(observation),
  )
}
