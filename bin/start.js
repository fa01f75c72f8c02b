import { endWithNpm } from './endWithNpm.js'
import { ensureBuilt } from './ensureBuilt.js'

endWithNpm()
ensureBuilt()
await import(new URL('../dist/main.js', import.meta.url).href)
