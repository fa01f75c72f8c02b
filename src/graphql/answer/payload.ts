import type { Scope } from '../../app/scope.ts'
import type { Refusal } from '../../domain/refusals.ts'
import type { Context } from '../context.ts'
import { isRefusal } from './errors.ts'
import type { Outcome, UserError } from '../models.ts'

/**
 * Returns what came of a command: its result, or the refusal as a user error. What the request has read until then is
 * forgotten, so that the payload shows what is now.
 */
export async function outcome<R>(context: Context, command: (scope: Scope) => Promise<R> | R): Promise<Outcome<R>> {
  return attempt(context.scope, () => command(context.newScope()))
}

/** Returns what came of a command as `outcome` does, for one that works with the request's own scope. */
export async function attempt<R>(scope: Scope, command: () => Promise<R> | R): Promise<Outcome<R>> {
  try {
    return done(await command())
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    return { result: null, userErrors: [userError(thrown)] }
  } finally {
    scope.reads.clear()
  }
}

/** Returns the outcome of a command that was not refused. */
export function done<R>(result: R): Outcome<R> {
  return { result, userErrors: [] }
}

function userError({ code, message, field, facts }: Refusal): UserError {
  return { code, message, field, details: facts }
}
