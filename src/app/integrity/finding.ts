import type { Json } from '../../domain/model.ts'

/** Notes a finding of an integrity report. */
export type Find = (code: string, message: string, details?: Json) => void
