import { ensureBuilt } from './ensureBuilt.js'

ensureBuilt()
await import('../dist/main.js')
