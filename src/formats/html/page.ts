import { createHash } from 'node:crypto'
import { own } from '../../runtime/own.ts'

/** Plain colours of its own, light or dark as the reader's system has it; nothing is fetched. */
const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c1c1f, #e6e6ea); --soft: light-dark(#6b6b76, #9a9aa6);
  --paper: light-dark(#fff, #17171a); --card: light-dark(#f5f5f7, #212126); --line: light-dark(#dedee3, #34343b);
  --user: light-dark(#2456c5, #8fb2ff); --minus: light-dark(#b3261e, #ff9d94); --plus: light-dark(#1b6e35, #83d49b); }
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1rem 4rem; color: var(--ink); background: var(--paper);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
.facts, header small, article header { color: var(--soft); font-size: .85rem; }
article { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
article.user { border-left: 3px solid var(--user); }
pre { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; unicode-bidi: plaintext; }
details pre, pre.code { font: .85rem/1.45 ui-monospace, monospace; }
summary { margin-top: .5rem; cursor: pointer; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: right; font-variant-numeric: tabular-nums; }
td:first-child, th:first-child { text-align: left; font-weight: normal; }
.minus { color: var(--minus); } .plus { color: var(--plus); }
@media print { article { break-inside: avoid; } }
`

/** What a page may do: show its own style. No script, picture, frame, form or request. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** Returns how a page begins that stands alone: one file, no script, nothing fetched. `pageEnd` ends it. */
export function pageBegin(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body>
`
}

export const pageEnd = '</body>\n</html>\n'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Characters that no HTML may hold, or that turn the direction of what stands around them. */
const unseen =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Returns text as the content of an element or an attribute: whatever it holds, it is text. */
export function text(value: string): string {
  return value.replaceAll(/[&<>"']/g, (sign) => own(signs, sign) ?? sign).replaceAll(unseen, '\uFFFD')
}

/** Returns text that keeps its lines; in another script it reads in its own direction. */
export const lines = (value: string, kind = ''): string =>
  // The first line feed of a <pre> is none of its text.
  `<pre${kind === '' ? '' : ` class="${kind}"`}>\n${text(value)}</pre>\n`
