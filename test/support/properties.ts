import fc from 'fast-check'

/**
 * fast-check, with the seed that a run of all tests gives (`PROPERTY_SEED`, the number of its turn): what passed on a commit passes on
 * it again. `PROPERTY_SEED=random`, and a test file that runs by itself, draw another seed each time (docs/decisions/203).
 */
const given = process.env['PROPERTY_SEED'] ?? 'random'
if (given !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given) })

export default fc
