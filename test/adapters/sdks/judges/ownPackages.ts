import { register } from 'node:module'

/**
 * What our sources import of others' packages is installed here, not in the repository: it is found from here, as it is
 * found beside the packed package.
 */
const hook = `export const resolve = (specifier, context, next) =>
  next(specifier, specifier.startsWith('@openai/') ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
