/**
 * Returns an id as a part of an address's path: percent-encoded, with `~` before a dot or two, which would else be taken for a
 * folder, percent-encoded too. The one rule for ids in addresses.
 */
export const idInPath = (id: string): string => encodeURIComponent(id.replace(/^~*\.\.?$/, '~$&'))

/** Returns the id that such a part of a path names, once it is percent-decoded. */
export const idOfPart = (part: string): string => part.replace(/^~(?=~*\.\.?$)/, '')
