import type { FailureCode } from '../../client/failureCodes.ts'
import { TurngraphError } from '../../client/turngraphError.ts'

const wrongArgument: ReadonlySet<FailureCode> = new Set(['BAD_INPUT', 'BAD_USER_INPUT', 'LIMIT_EXCEEDED'])
/** By these the AI SDK knows its own errors: the package itself need not be there. */
const marks = ['vercel.ai.error', 'vercel.ai.error.AI_InvalidArgumentError'].map((name) => Symbol.for(name))

/** Does something; a refused argument is an `InvalidArgumentError` of the AI SDK as well. */
export async function asArgumentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof TurngraphError) || !wrongArgument.has(thrown.code)) throw thrown
    const parameter = thrown.field?.join('.') ?? null
    for (const mark of marks) Object.defineProperty(thrown, mark, { value: true })
    throw Object.assign(thrown, { parameter })
  }
}
