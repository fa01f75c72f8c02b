import type { Json } from '../../domain/model.ts'

/** Something the caller should know though nothing was refused. */
export interface Notice {
  readonly code: string
  readonly message: string
  readonly details: Json
}
