import { turnOf } from './testing/rotation.ts'
import { hasPart, isPart, partLines } from './testing/rotationParts.ts'

// `inTurn.ts minio`: says whether this commit's turn has that part of CI, and ends with 0 when it has.
const [name = ''] = process.argv.slice(2)
if (!isPart(name)) throw new Error(`No part in rotation is called "${name}".`)
const turn = turnOf(process.argv.slice(3))
console.log(partLines([name], turn).join('\n'))
process.exitCode = hasPart(name, turn) ? 0 : 1
