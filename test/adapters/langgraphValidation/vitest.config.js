/** The sources are loaded by Node as they are, with their threads: vitest has the suite alone. */
export default {
  test: {
    globals: true,
    include: ['suite.js'],
    pool: 'forks',
    execArgv: ['--import', 'tsx'],
    server: { deps: { external: [/\.ts$/] } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}
