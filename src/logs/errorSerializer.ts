/** What the log keeps of an error. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  /** Where it was thrown: the places alone, for a stack begins with the message. */
  readonly stack: string
  readonly code?: string | number
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
}

/** How deep causes are logged, and how many of several. */
const most = 5

/**
 * Returns what the log keeps of anything thrown. Members of its own stay out, and words that quote what was read: the log
 * never holds content.
 */
export function errorSerializer(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: 'The thrown value is not an error.', stack: '' }
  const { name, message, stack = '', code } = thrown as NodeJS.ErrnoException
  return {
    type: name,
    message: unquoted(name, message),
    stack: placesOf(stack),
    ...(code !== undefined && { code }),
    ...(depth < most && causesOf(thrown, depth + 1)),
  }
}

function causesOf(thrown: Error, depth: number): Pick<LoggedError, 'cause' | 'errors'> {
  const errors: readonly unknown[] = thrown instanceof AggregateError ? thrown.errors : []
  return {
    ...(thrown.cause !== undefined && { cause: errorSerializer(thrown.cause, depth) }),
    ...(errors.length > 0 && { errors: errors.slice(0, most).map((error) => errorSerializer(error, depth)) }),
  }
}

/** JSON that cannot be read is quoted by who could not read it, and so is a value that GraphQL cannot show. */
function unquoted(name: string, message: string): string {
  if (name === 'SyntaxError') return 'Text could not be read. Its words are left out: they quote it.'
  return message.replace(/(\bcannot represent\b[^:]*:).*/s, '$1 …')
}

/** A message of several lines may have one that looks like a place: only what stands after the message is one. */
function placesOf(stack: string): string {
  const lines = stack.split('\n')
  const last = lines.findLastIndex((line) => !/^ {4}at /.test(line))
  return lines.slice(last + 1).join('\n')
}
