const homes = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[\\/])/

/** Returns a folder as people write it: `~/.codex/sessions`. */
export const shortFolder = (path: string): string => path.replace(homes, '~')
