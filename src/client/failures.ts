import { ConfigRefused } from '../config/config.ts'
import { Refusal } from '../domain/refusals.ts'
import { StoreRefused } from '../storage/errors.ts'
import { StoreUnavailable } from '../storage/graphStore.ts'
import { StoreFull } from '../storage/storeFull.ts'
import type { FailureCode } from './failureCodes.ts'
import { TurngraphError } from './turngraphError.ts'
import { own } from '../runtime/own.ts'

export { isNoRoom } from '../storage/storeFull.ts'

/** What is wrong with something: a code and facts for programs, one sentence for people. */
export interface Fault {
  readonly code: string
  readonly message: string
  readonly details: unknown
}

/** Why something could not be done. */
export interface Failure extends Fault {
  readonly code: FailureCode
}

/** The command line cannot go on: a file, a folder or a server is not as it must be. */
export class CommandFailed extends Error implements Failure {
  override readonly name = 'CommandFailed'
  readonly code: FailureCode
  readonly details: unknown

  constructor(code: FailureCode, message: string, details: unknown = null) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Returns what a person and a program get of anything thrown; never a stack. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CommandFailed) return { code: thrown.code, message: thrown.message, details: thrown.details }
  if (thrown instanceof TurngraphError) return ofClient(thrown)
  if (thrown instanceof Refusal) return ofRefusal(thrown as Refusal)
  if (thrown instanceof ConfigRefused) return { code: 'CONFIG_REFUSED', message: thrown.message, details: null }
  if (thrown instanceof StoreRefused) return { code: 'STORE_REFUSED', message: thrown.message, details: null }
  if (thrown instanceof StoreFull) return { code: 'STORE_FULL', message: thrown.message, details: null }
  if (thrown instanceof StoreUnavailable) return { code: 'TIMEOUT', message: thrown.message, details: null }
  const { code, path }: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (code !== undefined && path !== undefined) return ofFile(code, path)
  return { code: 'INTERNAL', message: `Internal error: ${firstLine(thrown)}`, details: null }
}

/** Of a fault in a store that is opened here it is known what it was. */
function ofClient({ code, message, details, cause }: TurngraphError): Failure {
  return code === 'INTERNAL' && cause !== undefined ? failureOf(cause) : { code, message, details }
}

function ofRefusal({ code, message, facts }: Refusal): Failure {
  return { code, message, details: facts }
}

const fileTroubles: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be used by this user',
  EPERM: 'may not be used by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies below something that is no folder',
  ENOSPC: 'does not fit on the disk any more',
}

function ofFile(code: string, path: string): Failure {
  const trouble = own(fileTroubles, code) ?? `cannot be used (${code})`
  return { code: 'FILE_UNUSABLE', message: `"${path}" ${trouble}.`, details: { path, reason: code } }
}

/** The codes of the system for a place at which there is nothing. */
const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Says whether something thrown is the system's word that a file is not there, or not any more. */
export function isMissingFile(thrown: unknown): boolean {
  return missing.has((thrown as NodeJS.ErrnoException | null)?.code ?? '')
}

/** Returns the failure of a path at which there is nothing. */
export function noFile(path: string): CommandFailed {
  const { code, message, details } = ofFile('ENOENT', path)
  return new CommandFailed(code, message, details)
}

function firstLine(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return text.split('\n', 1)[0] ?? ''
}
