import { lazy, Suspense, useEffect, type JSX, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Toaster } from '../actions/Toaster.tsx'
import { keyWanted } from '../data/key.ts'
import { useObservable } from '../data/observable.ts'
import { eraseAsked } from '../erasures/asked.ts'
import { DropFiles } from '../import/DropFiles.tsx'
import { useKey } from '../keys/keyActions.ts'
import { useKeys } from '../keys/useKeys.ts'
import { ConversationList } from '../list/ConversationList.tsx'
import { useMedia, widths } from '../parts/useMedia.ts'
import type { RouteOf } from '../urls/route.ts'
import { Away } from './Away.tsx'
import { Rail } from './Rail.tsx'
import { Tabs } from './Tabs.tsx'
import { listForm, opened } from './tools.ts'

const EraseDialog = lazy(() => import('../erasures/EraseDialog.tsx'))
const KeyField = lazy(() => import('./KeyField.tsx'))
const KeyList = lazy(() => import('../keys/KeyList.tsx'))
const Palette = lazy(() => import('../palette/Palette.tsx'))

/** Screens that need the width that the list would take. */
const wide = new Set<RouteOf['kind']>([
  'tree',
  'compare',
  'search',
  'stats',
  'activity',
  'message',
  'settings',
  'import',
  'erasures',
  'erasure',
])

/** Returns what stands around every screen: the list or its rail, on a phone the tabs, and what opens over it. */
export function Shell({ route, children }: { readonly route: RouteOf; readonly children: ReactNode }): JSX.Element {
  const [isPhone, isNarrow] = [useMedia(widths.phone), useMedia(widths.narrow)]
  const form = useObservable(listForm)
  const over = useObservable(opened)
  const [isAsked, erasing] = [useObservable(keyWanted), useObservable(eraseAsked)]
  useShellKeys(route)
  const isWide = wide.has(route.kind)
  const isRail = !isPhone && (isNarrow || isWide || form === 'rail')
  const toggleList = (): void => {
    if (isNarrow || isWide) opened.set(over === 'list' ? null : 'list')
    else listForm.set(form === 'rail' ? 'list' : 'rail')
  }
  useKey('\\', isPhone ? null : toggleList)
  useEffect(() => opened.set(null), [route])
  const open = 'id' in route ? route.id : null
  const isListAlone = isPhone && route.kind === 'start'
  return (
    <div className="app" data-rail={isRail} data-route={route.kind}>
      {isRail && <Rail route={route} onList={toggleList} />}
      {(isPhone ? isListAlone : !isRail || over === 'list') && (
        <ConversationList open={open} isOver={isRail} onFold={isPhone ? null : toggleList} />
      )}
      <Away />
      {isListAlone ? <div className="behindlist">{children}</div> : children}
      {isPhone && <Tabs route={route} />}
      <DropFiles />
      <Toaster />
      <Suspense>
        {isAsked && <KeyField />}
        {erasing && <EraseDialog asked={erasing} />}
        {over === 'keys' && <KeyList onClose={() => opened.set(null)} />}
        {over === 'palette' && <Palette onClose={() => opened.set(null)} />}
      </Suspense>
    </div>
  )
}

/** Keys that do the same on every screen. */
function useShellKeys(route: RouteOf): void {
  const [, navigate] = useLocation()
  useKeys()
  useKey('?', () => opened.set('keys'))
  useKey('n', () => navigate('/new'))
  // A conversation shows its own.
  useKey('g a', route.kind === 'conversation' ? null : () => navigate('/activity'))
  useKey('/', () => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"][aria-label="Search"]')
    if (field) field.focus()
    else navigate('/search')
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        opened.set(opened.get() === 'palette' ? null : 'palette')
      }
      if (event.key === 'Escape' && opened.get() === 'list') opened.set(null)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
