import { captureNode, tool } from './run.ts'

/** The checks of types, by name: the arguments with which Node runs each. */
export const typeChecks = {
  types: checkOf(),
  "the explorer's types": checkOf('src/explorer'),
  "LangGraph's types": checkOf('test/adapters/langgraph'),
}

function checkOf(project = '.'): string[] {
  // The compiler in Go takes half of the other, which has the API that our own rules ask.
  return tool('tsc', ['--noEmit', '--checkers', '2', '-p', project], 'typescript7')
}

// `npm run types`
if (process.argv[1] === import.meta.filename) {
  const ended = []
  for (const args of Object.values(typeChecks)) ended.push(await captureNode(args))
  for (const { output } of ended) process.stdout.write(output)
  process.exitCode = ended.some(({ status }) => status !== 0) ? 1 : 0
}
