import type { Conversation } from '../../domain/model.ts'
import type { Finding } from '../../formats/findings.ts'
import type { Counts } from '../../formats/plan.ts'

export interface ImportReport extends Counts {
  readonly fileName: string | null
  readonly format: string
  readonly added: number
  readonly unchanged: number
  readonly findings: readonly Finding[]
}
export interface ImportResult {
  readonly report: ImportReport
  readonly conversations: readonly Conversation[]
}
