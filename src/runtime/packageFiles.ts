/** True where the sources themselves run (by tsx), false for what was built or compiled from them. */
export const isSource = import.meta.url.endsWith('.ts')

/** The folder of the package: two above this module in src/, one above it in dist/, where all that is built lies flat. */
const folder = new URL(/\/runtime\/packageFiles\.\w+$/.test(import.meta.url) ? '../../' : '../', import.meta.url)

/** Returns where a file of the package is, by its path from the package's folder. */
export const packageFile = (path: string): URL => new URL(path, folder)
