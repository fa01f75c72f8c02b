/** Headers of an export over HTTP: its format, and what that could not hold of the conversation. */
export const exportHeaders = { format: 'x-turngraph-format', omissions: 'x-turngraph-left-out' } as const
