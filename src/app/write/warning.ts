import type { Json } from '../../domain/model.ts'
import type { WarningCode } from '../../domain/warnings.ts'

/** Something the caller should know though nothing was refused. */
export type Warning = {
  readonly code: WarningCode
  readonly message: string
  readonly details: Json
}
