import * as fc from './budget.ts'

/**
 * fast-check, with the seed that a run of all tests gives (`PROPERTY_SEED`, 0 unless set): what passed on a commit passes on
 * it again. `PROPERTY_SEED=random`, and a test file that runs by itself, draw another seed each time (docs/design/tests.md).
 */
const given = process.env['PROPERTY_SEED'] ?? 'random'
if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })

/** Any code point but halves of a pair, as `unit: 'binary'` has them, which takes a second or two when it is used first. */
export const anyCodePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

export default fc
