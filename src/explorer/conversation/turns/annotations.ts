/** Returns annotations by their keys; none where there are none. */
export function marksOf(annotations: unknown): Readonly<Record<string, unknown>> {
  return typeof annotations === 'object' && annotations !== null ? { ...annotations } : {}
}

/** Returns the label of a turn; empty where it has none. */
export function labelOf(annotations: unknown): string {
  const { label } = marksOf(annotations)
  return typeof label === 'string' ? label : ''
}

/** Returns what annotations say in few words: the label itself, the names of the others; a branch's name stands elsewhere. */
export function notesOf(annotations: unknown): readonly string[] {
  const label = labelOf(annotations)
  const others = Object.keys(marksOf(annotations)).filter(
    (key) => (key !== 'label' || label === '') && key !== 'branch',
  )
  return [...(label === '' ? [] : [label]), ...others.map((key) => (key === 'mark' ? 'starred' : key))]
}
