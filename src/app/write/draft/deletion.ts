/** What is deleted or restored. */
export interface Delete {
  readonly id: string
  readonly idempotencyKey?: string | null
  readonly note?: string | null
}
