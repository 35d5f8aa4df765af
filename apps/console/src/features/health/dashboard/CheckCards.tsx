import type { CheckSummary } from '@quarterdeck/contract/health';
import { Card, CardGrid, CardGroup, formatDuration, formatUptime, HealthCounts, TechIcon, useShortcut } from '@quarterdeck/ui';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { CheckStrip } from './CheckStrip.tsx';
import { TransitionCell } from './check-cells.tsx';
import { type Grouping, type GroupTree, membersByGroup } from './check-groups.ts';
import { healthOf } from './check-health.ts';
import { latencyOf } from './check-sort.ts';

/** Lines of cards that a group shows before it is opened further. */
const LINES_FIRST = 2;
const CARDS_MORE = 100;
/** Least width of a card with its gap, and the padding of the list, as the style sheet has them. */
const CARD_PX = 230;
const PADDING_PX = 24;
/** Groups that are drawn at first and each time the end comes into view. */
const GROUPS_STEP = 12;

export interface CheckCardsProps {
  rows: readonly CheckSummary[];
  grouping: Grouping | undefined;
  tree: GroupTree;
  selectedId: string | undefined;
  hrefOf(checkId: string): string;
}

interface CheckCardProps {
  check: CheckSummary;
  href: string;
  isOpen: boolean;
  /** Says the canary, where no heading does. */
  withCanary: boolean;
}

const CheckCard = memo(function CheckCard({ check, href, isOpen, withCanary }: CheckCardProps) {
  return (
    <Card
      title={
        <span title={`${check.name}\n${check.canary_name}`}>
          {check.name}
          {withCanary && <span className="dash-card-note">{check.canary_name}</span>}
        </span>
      }
      state={healthOf(check)}
      icon={<TechIcon name={check.icon || check.type} />}
      href={href}
      selected={isOpen}
      meta={[formatUptime(check.uptime.passed, check.uptime.failed), formatDuration(latencyOf(check))]}
      metaEnd={<TransitionCell check={check} />}
    >
      <CheckStrip id={check.id} name={check.name} size="card" />
    </Card>
  );
});

interface GroupProps extends Pick<CheckCardsProps, 'tree' | 'selectedId' | 'hrefOf'> {
  name: string;
  members: readonly CheckSummary[];
  /** Cards in one line. */
  perLine: number;
  /** Without a heading: no grouping. */
  isBare: boolean;
  withCanary: boolean;
}

function CardsOfGroup({ name, members, tree, selectedId, hrefOf, perLine, isBare, withCanary }: GroupProps) {
  const [isFolded, setFolded] = useState(false);
  const [extra, setExtra] = useState(0);
  const shown = (isBare ? CARDS_MORE : LINES_FIRST * perLine) + extra;
  const left = members.length - shown;
  const more =
    left > 0 ? (
      <button type="button" className="qd-link" onClick={() => setExtra((count) => count + CARDS_MORE)}>
        {left} more
      </button>
    ) : undefined;
  const cards = (
    <CardGrid>
      {members.slice(0, shown).map((check) => (
        <CheckCard
          key={check.id}
          check={check}
          href={hrefOf(check.id)}
          isOpen={check.id === selectedId}
          withCanary={withCanary}
        />
      ))}
    </CardGrid>
  );
  if (isBare) {
    return (
      <div className="dash-bare">
        {cards}
        {more && <div className="dash-more">{more}</div>}
      </div>
    );
  }
  return (
    <CardGroup
      title={name}
      counts={<HealthCounts counts={tree.rollUpOf(name).counts} />}
      end={more}
      open={!isFolded}
      onOpenChange={(open) => setFolded(!open)}
    >
      {cards}
    </CardGroup>
  );
}

/** Draws more groups when the end of those that are drawn comes near the view. */
function useGrowing(total: number) {
  const [count, setCount] = useState(GROUPS_STEP);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (element === null || count >= total) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount((now) => now + GROUPS_STEP);
      },
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [count, total]);
  return { count, end };
}

/** How many cards stand in one line of the element. */
function useCardsPerLine(root: React.RefObject<HTMLElement | null>) {
  const [perLine, setPerLine] = useState(5);
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setPerLine(Math.max(1, Math.floor((element.clientWidth - PADDING_PX) / CARD_PX))));
    observer.observe(element);
    return () => observer.disconnect();
  }, [root]);
  return perLine;
}

/** Moves the focus from card to card. */
function useCardKeys(root: React.RefObject<HTMLElement | null>) {
  const step = (by: number) => {
    const cards = [...(root.current?.querySelectorAll<HTMLElement>('a.qd-card') ?? [])];
    const at = cards.findIndex((card) => card.matches(':focus'));
    cards[Math.max(0, Math.min(cards.length - 1, at + by))]?.focus();
  };
  useShortcut('j', () => step(1), { description: 'Next check' });
  useShortcut('k', () => step(-1), { description: 'Previous check' });
}

/** The checks as cards in groups. */
export function CheckCards({ rows, grouping, tree, selectedId, hrefOf }: CheckCardsProps) {
  const groups = useMemo(
    () => (grouping === undefined ? [['', rows] as const] : [...membersByGroup(rows, grouping)]),
    [rows, grouping],
  );
  const { count, end } = useGrowing(groups.length);
  const root = useRef<HTMLDivElement>(null);
  const perLine = useCardsPerLine(root);
  useCardKeys(root);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className="dash-cards" ref={root} aria-label="Checks" tabIndex={0}>
      {groups.slice(0, count).map(([name, members]) => (
        <CardsOfGroup
          key={name}
          name={name}
          members={members}
          tree={tree}
          selectedId={selectedId}
          hrefOf={hrefOf}
          perLine={perLine}
          isBare={grouping === undefined}
          withCanary={grouping?.isByCanary !== true}
        />
      ))}
      <div ref={end} />
    </section>
  );
}
