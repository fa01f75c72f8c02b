import { ArrowLeftRight, ChevronRight, Ellipsis, GitMerge } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation } from 'wouter'
import { useAction } from '../actions/useAction.ts'
import { useAfterActions } from '../actions/useAfterActions.ts'
import { copyLink, copyText } from '../actions/copyLink.ts'
import { useIsReadOnly } from '../data/rights.ts'
import { Compare, PlaceKind, type CompareQuery } from '../documents/generated.ts'
import { useKey } from '../keys/keyActions.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { LazyMenu } from '../parts/LazyMenu.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Seg } from '../parts/Seg.tsx'
import { useMedia, widths } from '../parts/useMedia.ts'
import { counted } from '../parts/text.ts'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { paths } from '../urls/urls.ts'
import { Changed } from './Changed.tsx'
import { goToPair } from './goToPair.ts'
import { PairRow } from './PairRow.tsx'
import { Past } from './Past.tsx'
import { pairRows, sectionsOf } from './pairs.ts'
import { SideHead } from './SideHead.tsx'
import { choicesOf, placeOf, sidesOf, titleOf } from './sides.ts'

const MergeDialog = lazy(() => import('./MergeDialog.tsx'))

type Diff = NonNullable<CompareQuery['diff']>
type Form = 'sides' | 'column'

/** Returns two branches side by side: what each has behind the place where they part, and what differs word by word. */
export default function ComparePage({ places }: { readonly places: readonly [string, string] }): JSX.Element {
  const [a, b] = places
  const [base, readBase] = useQuery({ query: PlaceKind, variables: { id: a }, requestPolicy: 'cache-and-network' })
  const [target] = useQuery({ query: PlaceKind, variables: { id: b } })
  const isKnown = base.data !== undefined && target.data !== undefined
  const variables = { base: placeOf(a, base.data), target: placeOf(b, target.data) }
  const [{ data, error }, readDiff] = useQuery({
    query: Compare,
    variables,
    pause: !isKnown,
    requestPolicy: 'cache-and-network',
  })
  useAfterActions(() => {
    for (const read of [readBase, readDiff]) read({ requestPolicy: 'network-only' })
  })
  const diff = data?.diff
  usePageTitle(base.data ? `Compare: ${titleOf(base.data)}` : 'Compare')
  if (!diff || !base.data || !target.data) {
    const fault = error ?? base.error ?? target.error
    return <Notice title="Compare">{fault ? (fault.graphQLErrors[0]?.message ?? fault.message) : 'Loading …'}</Notice>
  }
  return <Compared places={places} diff={diff} base={base.data} target={target.data} />
}

interface Props {
  readonly places: readonly [string, string]
  readonly diff: Diff
  readonly base: NonNullable<Parameters<typeof placeOf>[1]>
  readonly target: NonNullable<Parameters<typeof placeOf>[1]>
}

function Compared({ places: [a, b], diff, base, target }: Props): JSX.Element {
  const isPhone = useMedia(widths.phone)
  const [chosen, setForm] = useState<Form>('sides')
  const [isOnly, setOnly] = useState(true)
  const [isMerge, setMerge] = useState(false)
  const action = useAction()
  const [, navigate] = useLocation()
  const form = isPhone ? 'column' : chosen
  const sides = useMemo(() => sidesOf(a, b, base, target), [a, b, base, target])
  const pairs = useMemo(() => pairRows(sectionsOf(diff.baseOnly), sectionsOf(diff.targetOnly)), [diff])
  const [into, from] = [base.conversation, target.conversation]
  const isReadOnly = useIsReadOnly()
  const isTwo = !isReadOnly && into != null && from != null && into.id !== from.id
  const add = (messageId: string): void => {
    if (into && from)
      void action({ kind: 'cherryPick', into: into.id, from: from.id, turns: [messageId], head: into.head?.id ?? null })
  }
  const common = diff.commonAncestor?.turn ?? 0
  useKey('x', () => navigate(paths.compare(b, a)))
  useKey('n', () => goToPair(1))
  useKey('p', () => goToPair(-1))
  return (
    <main className="pane" aria-labelledby="compare-title">
      <header className="head">
        <div className="crumb grow">
          <Link className="from cut" href={paths.conversation(sides.left.conversationId ?? a)} dir="auto">
            {titleOf(base)}
          </Link>
          <ChevronRight className="i s" />
          <h1 id="compare-title">Compare</h1>
        </div>
        <label className="btn check">
          <input type="checkbox" className="chk" checked={isOnly} onChange={() => setOnly(!isOnly)} />
          Only what differs
        </label>
        {!isPhone && (
          <Seg<Form>
            chosen={form}
            onChoose={setForm}
            choices={[
              { value: 'sides', name: 'Side by side' },
              { value: 'column', name: 'One column' },
            ]}
          />
        )}
        {isTwo && (
          <button type="button" className="btn line" onClick={() => setMerge(true)}>
            <GitMerge className="i" />
            Merge …
          </button>
        )}
        <LazyMenu
          trigger={<IconButton icon={Ellipsis} name="More" />}
          groups={() => [
            [
              { name: 'Copy link', onSelect: () => void copyLink(paths.compare(a, b)) },
              { name: 'Copy as Markdown', onSelect: () => void copyText(diff.markdown, 'Copied.') },
            ],
          ]}
        />
      </header>
      <div className="cmp scroll" tabIndex={-1}>
        <div className="sides">
          <SideHead
            side={sides.left}
            place={a}
            stats={diff.baseOnlyStats}
            choices={choicesOf(base, a, (place) => navigate(paths.compare(place, b)))}
          />
          <span className="swap">
            <Link className="btn ic line" href={paths.compare(b, a)} aria-label="Swap the sides" title="Swap the sides">
              <ArrowLeftRight className="i s" />
            </Link>
          </span>
          <SideHead
            side={sides.right}
            place={b}
            stats={diff.targetOnlyStats}
            choices={choicesOf(target, b, (place) => navigate(paths.compare(a, place)))}
          />
        </div>
        <Past
          common={common}
          hasCommon={diff.commonAncestor != null}
          words={diff.commonAncestor?.text ?? null}
          href={pastOf(a, diff, sides.left.conversationId)}
        />
        <Changed diff={diff} />
        {pairs.length === 0 && diff.changed.length === 0 && <p className="soft nothing">These are the same branch.</p>}
        {pairs.map((pair, at) => (
          <PairRow key={at} {...{ pair, form, isOnly }} onAdd={isTwo ? add : null} />
        ))}
        {(diff.baseOnlyCount > diff.baseOnly.length || diff.targetOnlyCount > diff.targetOnly.length) && (
          <p className="soft">
            The first {counted(Math.max(diff.baseOnly.length, diff.targetOnly.length), 'turn')} of either side are
            shown.
          </p>
        )}
      </div>
      <Suspense>
        {isMerge && into && from && (
          <MergeDialog into={into} from={from} onAction={action} onClose={() => setMerge(false)} />
        )}
      </Suspense>
    </main>
  )
}

const pastOf = (place: string, { commonAncestor }: Diff, conversationId: string | null): string =>
  paths.conversation(conversationId ?? place, commonAncestor?.id ?? null)
