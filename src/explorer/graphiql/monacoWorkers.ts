import { own } from '../../runtime/own.ts'
// Every worker is a file of its own beside the page's script, so that no request leaves this server.
const files: Record<string, string> = { json: 'json.worker.js', graphql: 'graphql.worker.js' }

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string): Worker =>
      new Worker(new URL(own(files, label) ?? 'editor.worker.js', import.meta.url), { type: 'module' }),
  },
})
