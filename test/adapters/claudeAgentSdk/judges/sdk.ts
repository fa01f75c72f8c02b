/* oxlint-disable typescript/no-unnecessary-type-assertion -- the package is not of the repository */
import { register } from 'node:module'

/** What our sources import of the SDK is installed here, not in the repository: it is found from here, as it is found beside the packed package. */
const hook = `export const resolve = (specifier, context, next) =>
  next(specifier, specifier.startsWith('@anthropic-ai/claude-agent-sdk') ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)

export const sdk: unknown = await import('@anthropic-ai/claude-agent-sdk' as string)
