/** Returns the beginning of a text as one line without Markdown's signs, for rows in which nothing is drawn. */
export function plainLine(text: string, most = 160): string {
  return text
    .slice(0, most * 6)
    .replace(/^\s*(?:```|~~~).*$/gm, ' ')
    .replace(/^\s*\|?\s*:?-{3,}:?\s*(?:\|.*)?$/gm, ' ')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([^\n]+?)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])/g, '$1')
    .replaceAll('`', '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
}

/** Elements that a program puts around what it writes. */
const wrappers = /<\/?(?:local-command|command|bash|system|task|user|ide|environment)[-_][a-z_]*(?:>|$)/g

/** Returns the words of a conversation's end as one line, without what a program put around them. */
export const lastWords = (preview: string): string =>
  plainLine(preview.replace(wrappers, ' ').replace(/<\/?[a-z-]*…?$/, ''))
