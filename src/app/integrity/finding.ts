import type { Json } from '../../domain/model.ts'
import type { FindingCode } from '../../domain/warnings.ts'

/** Notes a finding of an integrity report. */
export type Find = (code: FindingCode, message: string, details?: Json) => void
