import type { FailureCode } from '../../client/failureCodes.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { codeOf } from '../turns/json.ts'

/* oxlint-disable typescript/ban-ts-comment, typescript/consistent-type-imports, typescript/no-unnecessary-type-assertion -- the package is its users' own */

/**
 * An item of a session, as the package of OpenAI's agents has it. Where that is not there, items have no type.
 * @ts-ignore */
export type AgentInputItem = import('@openai/agents-core').AgentInputItem

/** What of that package is used while it runs. */
interface Peer {
  readonly UserError: new (message: string) => Error
  readonly protocol: { readonly ModelItem: { safeParse(value: unknown): { readonly success: boolean } } }
}

let known: Promise<Peer | null> | undefined

/** Returns the package; null where it is not there. */
function peer(): Promise<Peer | null> {
  return (known ??= import('@openai/agents-core' as string).then(
    (result: Peer) => result,
    () => null,
  ))
}

/** Returns an error of the kind that the package throws for wrong use, with a code and facts. */
export async function userError(message: string, code: FailureCode = 'BAD_INPUT', cause?: unknown): Promise<Error> {
  const result = await peer()
  const { details = null, field = null } = (cause ?? {}) as Partial<TurngraphError>
  if (!result) return new TurngraphError(code, message, details, field, cause === undefined ? {} : { cause })
  return Object.assign(new result.UserError(message), { code, details, field, ...(cause !== undefined && { cause }) })
}

const wrongUse: ReadonlySet<FailureCode | null> = new Set(['BAD_INPUT', 'BAD_USER_INPUT', 'LIMIT_EXCEEDED'])

/** Does something; what is refused as wrong is thrown as an error of the package's. */
export async function asUserErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    const code = codeOf(thrown)
    const isOurs = thrown instanceof Error && wrongUse.has(code) && thrown.name === 'TurngraphError'
    if (!isOurs || code === null) throw thrown
    throw await userError(thrown.message, code, thrown)
  }
}

/** Says whether values are items as the package knows them; where it is not there, all are. */
export async function areItems(values: readonly unknown[]): Promise<boolean> {
  const result = await peer()
  return result === null || values.every((value) => result.protocol.ModelItem.safeParse(value).success)
}
