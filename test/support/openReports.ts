/** Reports that are not answered yet: who answers one takes it off. A listed one that passes fails its test. */
export const openReports: ReadonlySet<string> = new Set([])
