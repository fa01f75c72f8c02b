import type { JSX } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Code } from './Code.tsx'

const plugins = [remarkGfm]

/** Nothing is fetched from elsewhere: a picture is a link to it. Raw HTML stays the text that it is. */
const components: Components = {
  a: ({ href, children }) => <Elsewhere href={href}>{children}</Elsewhere>,
  img: ({ src, alt }) => (
    <Elsewhere href={typeof src === 'string' ? src : undefined}>picture: {alt === '' ? src : alt}</Elsewhere>
  ),
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => {
    const text = typeof children === 'string' ? children : ''
    const language = /language-([\w+#-]+)/.exec(className ?? '')?.[1]
    return language !== undefined || text.includes('\n') ? (
      <Code text={text.replace(/\n$/, '')} language={language ?? null} />
    ) : (
      <code dir="ltr">{children}</code>
    )
  },
  table: ({ children }) => (
    <div className="wide" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

function Elsewhere({ href, children }: { href?: string | undefined; children?: React.ReactNode }): JSX.Element {
  return href === undefined || href === '' ? (
    <span>{children}</span>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

/** Returns Markdown as elements. */
export default function Markdown({ text }: { readonly text: string }): JSX.Element {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  )
}
