import type { Column } from '../../formats/tables/table.ts'

/** Tokens and cost, in the order of `counterNames`. */
export const spentColumns: readonly Column[] = [
  { name: 'input_tokens', type: 'integer' },
  { name: 'output_tokens', type: 'integer' },
  { name: 'cache_read_tokens', type: 'integer' },
  { name: 'cache_write_tokens', type: 'integer' },
  { name: 'cost_usd', type: 'number' },
]
