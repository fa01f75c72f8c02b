import { Code, History, Keyboard, Moon, Settings, Sun, SunMoon } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import { useObservable } from '../data/observable.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { root } from '../urls/urls.ts'
import { nextTheme, theme } from './theme.ts'
import { opened } from './tools.ts'

const icons = { auto: SunMoon, light: Sun, dark: Moon } as const

/** Returns what is of use on every screen and seldom needed. */
export function FootTools(): JSX.Element {
  const look = useObservable(theme)
  return (
    <>
      <Link href="/activity" className="btn ic sm" aria-label="Activity" title="Activity  g a">
        <History className="i" />
      </Link>
      <a className="btn ic sm" href={new URL('graphql', root).href} aria-label="API" title="API">
        <Code className="i" />
      </a>
      <IconButton isSmall icon={Keyboard} name="Keyboard shortcuts" shortcut="?" onClick={() => opened.set('keys')} />
      <Link href="/settings" className="btn ic sm" aria-label="Settings" title="Settings">
        <Settings className="i" />
      </Link>
      <IconButton isSmall icon={icons[look]} name={`Theme: ${look}`} onClick={nextTheme} />
    </>
  )
}
