/** The types that members of many kinds of lines have. */
import { z } from 'zod'
import { isFit, isKept } from '../../domain/ids.ts'
import { isInstant } from '../../domain/instants.ts'

/** What something is found by: an unfit one would never be found again, or be another's. */
export const id = z.string().refine(isFit, 'a control character or half of a surrogate pair is in no id')
/** A name that others gave, and by which nothing is looked up. */
export const word = z.string()
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Only where there is one. */
export const salt = z.string().regex(/^[0-9a-f]{32}$/)
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
  .refine(isInstant, 'is no time')
/** No greater than the API can say: the range of its Int. */
export const count = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
/** Bytes and tokens, which the API says as Long. */
export const long = z.int().min(0)
/** A name by which something is looked for besides its id. */
export const keptName = z.string().refine(isKept, 'NUL or half of a surrogate pair is in no name')
/** Null as well. */
export const or = <T extends z.ZodType>(type: T) => type.nullable()
