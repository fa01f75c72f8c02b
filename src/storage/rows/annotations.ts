import type { Annotations } from '../../domain/messages/annotation.ts'

export interface AnnotationsRow {
  readonly id: string
  readonly version: number
  readonly body: string
}

/** Returns an observation's annotations as they lie in a store. */
export function annotationsRow({ id, version, values }: Annotations): AnnotationsRow {
  return { id, version, body: JSON.stringify(values) }
}

/** Returns the annotations that lie in a row. */
export function annotationsOf({ id, version, body }: AnnotationsRow): Annotations {
  return { id, version, values: JSON.parse(body) as Annotations['values'] }
}
