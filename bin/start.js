import { endWithNpm } from './endWithNpm.js'
import { ensureBuilt } from './ensureBuilt.js'

endWithNpm()
ensureBuilt()
await import('../dist/main.js')
