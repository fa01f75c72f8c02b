import asyncHooks from 'node:async_hooks'

/*
 * Node's test runner follows each promise of a process, so that an error that nobody caught is said to be of the test that
 * it comes from, which takes a tenth of the processor time of the API's tests. Imported before a test, this lets it follow suites and tests alone,
 * which is what `it` needs to find its `describe`. An error that nobody caught ends the process with a failure, as ever,
 * and is told without its test.
 */
const { AsyncResource, createHook } = asyncHooks

/** @type {((id: number, type: string, cause: number, resource: object) => void) | undefined} */
let noteTest

asyncHooks.createHook = ({ init }) => {
  noteTest = init
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}
asyncHooks.AsyncResource = class extends AsyncResource {
  /**
   * @param {string} type
   * @param {import('node:async_hooks').AsyncResourceOptions} options
   */
  constructor(type, options) {
    super(type, options)
    noteTest?.(this.asyncId(), type, 0, this)
  }
}
await import('node:test')
// Nobody else gets them.
Object.assign(asyncHooks, { AsyncResource, createHook })
