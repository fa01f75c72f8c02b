import { WebSocket } from 'ws'

// Browsers have one, and Node from 22 on; the settings that the docs print count on it.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
