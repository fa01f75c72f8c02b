import { closingOf, profileVariable, readParts } from './testing/profile.ts'

// Says last, for .ci/run, what took how long; takes how many seconds it all took.
const path = process.env[profileVariable]
if (path === undefined) throw new Error(`${profileVariable} names no file.`)
console.log(closingOf(readParts(path), Number(process.argv[2])).join('\n'))
