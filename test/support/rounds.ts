/** Returns how often a test that meets random moments is repeated: so often, or as TEST_ROUNDS says for a longer search. */
export const roundsOr = (usual: number): number => Number(process.env['TEST_ROUNDS'] ?? usual)
